/**
 * `record[key]` unless it is inherited: ids come from wallets and storage, and one may be
 * `constructor`.
 */
export function readOwnField<T>(
  record: Readonly<Record<string, T>>,
  key: string | undefined,
): T | undefined {
  return key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
