import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Frame } from './vault-windows.ts'

/** An unsigned transfer of lamports to an arbitrary receiver, base64. */
export function transfer(
  from: string,
  lamports: bigint,
  hash = '6Gs8ztmMhNjn8ePwVKbZXgC6nTX7tNjyC3yGDpm5aZWK',
): string {
  const data = Uint8Array.of(2, 0, 0, 0, ...new Uint8Array(new BigUint64Array([lamports]).buffer))
  const accounts = [
    { address: address(from), role: 3 },
    { address: address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'), role: 1 },
  ]
  const lifetime = { blockhash: blockhash(hash), lastValidBlockHeight: 1n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(address(from), one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) =>
      appendTransactionMessageInstruction(
        { programAddress: address('1'.repeat(32)), accounts, data },
        one as never,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message as never))
}

/** Sets what the fake node answers about every blockhash. */
export function isBlockhashValid(frame: Frame, value: boolean): void {
  frame.gateway.held.node.set('isBlockhashValid', { context: { slot: 1 }, value })
}
