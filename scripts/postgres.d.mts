export function fetchPackaged(folder?: string, npm?: string): Promise<string | undefined>
export function ensurePostgres(): Promise<string | undefined>
