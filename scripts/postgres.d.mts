export function fetchPackaged(folder?: string, npm?: string): Promise<string | undefined>
export function findPostgres(
  debian?: string,
  path?: string,
  others?: readonly string[],
): string | undefined
export function ensurePostgres(): Promise<string | undefined>
