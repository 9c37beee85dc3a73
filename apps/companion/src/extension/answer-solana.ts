import type { FamilySigner } from '@latchkey/signer'

const family = 'solana'

/**
 * Answers the page script of the Wallet Standard wallet: `connect` (`{ silent }`), `disconnect`,
 * and the signer's methods, with bytes as base64. Errors: 4001, 4100, 4200, -32602.
 */
export async function answerSolana(
  wallet: FamilySigner,
  {
    origin,
    method,
    params,
  }: { readonly origin: string; readonly method: string; readonly params: unknown },
): Promise<unknown> {
  if (method === 'connect') {
    const { silent } = (params ?? {}) as { readonly silent?: unknown }
    return silent === true ? wallet.granted(origin, [family]) : wallet.connect(origin, [family])
  }
  if (method === 'disconnect') return wallet.revoke(origin, [family])
  return wallet.request({ origin, family, method, params })
}
