export function lacks(found: {
  readonly redis: string | undefined
  readonly postgres: string | undefined
}): string
