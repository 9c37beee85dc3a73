/**
 * Converts the ledger's error text, such as `err: InstructionError(2, Custom(1))`, to a node's
 * `err`.
 */
export function parseError(text: string): unknown {
  const [, name = 'Unknown', index, reason, number] =
    /err: (\w+)(?:\((\d+), (\w+)(?:\((\d+)\))?\))?/.exec(text) ?? []
  if (index === undefined) return name
  return {
    [name]: [Number(index), number === undefined ? reason : { [String(reason)]: Number(number) }],
  }
}
