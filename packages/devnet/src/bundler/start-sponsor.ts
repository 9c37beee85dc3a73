import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mnemonic } from '../evm/accounts.ts'
import { listenLoopback } from '../serve/listen-loopback.ts'
import { readBody, sendJson } from '../serve/page.ts'
import { deployPaymaster } from './deploy-paymaster.ts'
import { type SponsorRequest, signSponsored } from './sign-sponsored.ts'

/** A running paymaster service. */
export interface Sponsor {
  /** URL of the paymaster service's ERC-7677 JSON-RPC on loopback. */
  readonly url: string
  readonly paymaster: Address
  /**
   * Refuses to pay for a sender from now on (`*`: for everybody). With `final` it refuses only the
   * final data (`pm_getPaymasterData`), and still returns the stub data that is requested first.
   */
  refuse(sender: Address | '*', refusalMode?: 'always' | 'final'): void
  stop(): Promise<void>
}

/**
 * Pays everybody's fees on a devnet with a bundler, except for refused senders: set by `refuse`, or
 * by `POST /refused` with `{ "sender": "0x…" or "*", "when": "always" or "final" }`. With `final`
 * only the second of the two requests for paymaster data is refused.
 * @param options.chain - JSON-RPC address of the devnet
 * @param options.port - 0 (the default) lets the operating system choose
 */
export async function startSponsor(options: {
  readonly chain: string
  readonly port?: number
}): Promise<Sponsor> {
  const { chain, port = 0 } = options
  const signer = mnemonicToAccount(mnemonic, { addressIndex: 32 })
  const paymaster = await deployPaymaster(chain, signer)
  const refusedSenders = new Map<string, 'always' | 'final'>()
  const refuse: Sponsor['refuse'] = (sender, refusalMode = 'always') =>
    void refusedSenders.set(sender.toLowerCase(), refusalMode)

  async function answerMethod(method: unknown, params: unknown): Promise<object> {
    const isFinalRequest = method === 'pm_getPaymasterData'
    if (!isFinalRequest && method !== 'pm_getPaymasterStubData')
      return { error: { code: -32_601, message: 'no such method' } }
    const [operation] = params as [SponsorRequest]
    const refusalModes = [operation.sender?.toLowerCase() ?? '', '*'].map((sender) =>
      refusedSenders.get(sender),
    )
    if (
      refusalModes.some(
        (refusalMode) => refusalMode === 'always' || (refusalMode === 'final' && isFinalRequest),
      )
    )
      return { error: { code: -32_000, message: 'sponsorship refused' } }
    const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...sponsorFields } =
      await signSponsored({ chain, paymaster, signer }, operation)
    if (isFinalRequest) return { result: sponsorFields }
    const sponsor = { name: 'Latchkey Devnet' }
    return {
      result: { ...sponsorFields, paymasterVerificationGasLimit, paymasterPostOpGasLimit, sponsor },
    }
  }

  const { url, stop } = await listenLoopback(
    port,
    (request, response) => void answerRequest(request, response),
  )
  return { url, paymaster, refuse, stop }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = JSON.parse(await readBody(request)) as Record<string, unknown>
      if (request.url === '/refused') {
        refuse(body.sender as Address, body.when as 'always' | undefined)
        sendJson(response, 200, {})
        return
      }
      sendJson(response, 200, {
        jsonrpc: '2.0',
        id: body.id,
        ...(await answerMethod(body.method, body.params)),
      })
    } catch (error) {
      const message = error instanceof Error ? error.message : 'this was not understood'
      sendJson(response, 200, { jsonrpc: '2.0', id: null, error: { code: -32_603, message } })
    }
  }
}
