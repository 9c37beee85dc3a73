const operations = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'begin',
  'commit',
  'rollback',
  'with',
  'fetch',
])

/** The first word of an SQL statement; `other` when it is not a common one. */
export function sqlOperation(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : String(Object(statement).text ?? '')
  const [word = ''] = text.trimStart().slice(0, 16).toLowerCase().split(/\s/, 1)
  return operations.has(word) ? word : 'other'
}
