import { signPsbt } from '@latchkey/bitcoin'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the wallet to sign inputs of a PSBT: `run({ psbt, signInputs })`, with the PSBT in base64 or
 * as bytes. A second `run` never aborts the first.
 *
 * @example
 * const { state, run } = useSignPsbt()
 * const sign = () => run({ psbt: bytes, signInputs: [0] })
 */
export function useSignPsbt(): Action<typeof signPsbt> {
  return useAction(signPsbt, { abortsSuperseded: false })
}
