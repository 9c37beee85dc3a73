/** A node's `err` out of the ledger's own words: `err: InstructionError(2, Custom(1))`. */
export function errorOf(text: string): unknown {
  const [, name = 'Unknown', index, reason, number] =
    /err: (\w+)(?:\((\d+), (\w+)(?:\((\d+)\))?\))?/.exec(text) ?? []
  if (index === undefined) return name
  return {
    [name]: [Number(index), number === undefined ? reason : { [String(reason)]: Number(number) }],
  }
}
