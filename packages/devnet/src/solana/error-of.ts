/**
 * Converts LiteSVM's text of an error, such as `err: InstructionError(2, Custom(1))`, to the `err`
 * value that a Solana node returns.
 */
export function parseError(text: string): unknown {
  const [, name = 'Unknown', index, reason, number] =
    /err: (\w+)(?:\((\d+), (\w+)(?:\((\d+)\))?\))?/.exec(text) ?? []
  if (index === undefined) return name
  return {
    [name]: [Number(index), number === undefined ? reason : { [String(reason)]: Number(number) }],
  }
}
