/**
 * Returns `record[key]` only if the record itself has this key: keys are ids from wallets and
 * storage, and an id may be `constructor`.
 */
export function readOwnField<T>(
  record: Readonly<Record<string, T>>,
  key: string | undefined,
): T | undefined {
  return key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
