import { type ChainId, chainOf } from '@latchkey/protocol'
import {
  type Approve,
  createMemoryStore,
  createSigner,
  parseState,
  toProviderError,
} from '@latchkey/signer'
import type { SessionRecord, WalletRequest, WireError } from '@latchkey/walletconnect/wallet'
import type { LocalAccount } from 'viem'
import type { WalletStore } from '../wallet.ts'
import { createFamilies, localChain } from '../wallet.ts'
import { accountOf, answerFamily } from './answer-family.ts'
import { wireFamilyOf } from './families.ts'
import { chainNumberOf, claimedOrigin, viewSession } from './session-view.ts'

/**
 * The answer to a request of a session, and the session's new chain when the request changed it.
 */
export interface AnsweredRequest {
  readonly answer: { readonly result: unknown } | { readonly error: WireError }
  readonly outcome: 'Approved' | 'Rejected' | 'Failed'
  /** The session's new chain; absent unless the request switched the chain. */
  readonly moved?: ChainId
}

/**
 * Lets the signer answer one request of a session. The signer gets the session's accounts and
 * chain, and asks by `approve`. Chains that a page adds are kept in `store`.
 */
export async function answerRequest(
  requestToAnswer: RequestToAnswer,
  approve: Approve,
): Promise<AnsweredRequest> {
  return wireFamilyOf(requestToAnswer.request.chain)
    ? answerFamilyRequest(requestToAnswer, approve)
    : answerEvm(requestToAnswer, approve)
}

interface RequestToAnswer {
  readonly session: SessionRecord
  readonly request: WalletRequest
  readonly keys: readonly LocalAccount[]
  readonly store: WalletStore
}

/** WalletConnect's own error codes, by the EIP-1193 code that each replaces. */
const walletConnectCodes: Readonly<Record<number, number>> = {
  4001: 5000,
  4100: 3001,
  4200: -32601,
}

async function answerFamilyRequest(
  { session, request, store }: RequestToAnswer,
  approve: Approve,
): Promise<AnsweredRequest> {
  const origin = claimedOrigin(session.peer.metadata)
  const family = wireFamilyOf(request.chain)?.family
  const reader = createFamilies(store, approve)
  try {
    const account = await accountOf(reader, session, request.chain, store.readAccountCount())
    const addresses =
      family && account !== undefined ? await reader.addresses([family], account) : []
    const grants =
      family && account !== undefined ? { [origin]: { [family]: { account, addresses } } } : {}
    const wallet = createFamilies(store, approve, grants)
    return {
      answer: { result: await answerFamily(wallet, origin, request, addresses) },
      outcome: 'Approved',
    }
  } catch (error) {
    const { code, message } = toProviderError(error)
    const answer = { error: { code: walletConnectCodes[code] ?? code, message } }
    return { answer, outcome: code === 4001 ? 'Rejected' : 'Failed' }
  }
}

async function answerEvm(
  { session, request, keys, store }: RequestToAnswer,
  approve: Approve,
): Promise<AnsweredRequest> {
  const origin = claimedOrigin(session.peer.metadata)
  const requestToAnswer = chainNumberOf(request.chain)
  const grantedAccounts = Object.values(session.namespaces).flatMap(({ accounts }) => accounts)
  const accounts = viewSession({
    ...session,
    namespaces: {
      eip155: {
        accounts: grantedAccounts.filter((one) => chainOf(one) === request.chain),
        methods: [],
        events: [],
      },
    },
  }).accounts
  const memoryStore = createMemoryStore()
  const { chains } = store.readState()
  if (accounts.length > 0)
    memoryStore.write({ sites: { [origin]: { accounts, chain: requestToAnswer } }, chains })
  const isKnownChain = [localChain, ...chains].some(({ id }) => id === requestToAnswer)
  const signer = createSigner({ accounts: keys, chains: [localChain], approve, store: memoryStore })
  try {
    if (!isKnownChain)
      return {
        answer: { error: { code: 4901, message: `The test wallet cannot reach ${request.chain}` } },
        outcome: 'Failed',
      }
    const result = await signer.request({ origin, method: request.method, params: request.params })
    const stateAfter = parseState(memoryStore.read())
    if (stateAfter.chains.length > chains.length)
      store.writeState({ ...store.readState(), chains: stateAfter.chains })
    const currentChain = stateAfter.sites[origin]?.chain ?? requestToAnswer
    return {
      answer: { result },
      outcome: 'Approved',
      ...(currentChain === requestToAnswer ? {} : { moved: `eip155:${currentChain}` as const }),
    }
  } catch (error) {
    const { code, message } = toProviderError(error)
    return { answer: { error: { code, message } }, outcome: code === 4001 ? 'Rejected' : 'Failed' }
  }
}
