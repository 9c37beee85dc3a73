import type { Family } from '../shared/family.ts'
import { isListedPath, type RestPath } from '../shared/rest-path.ts'
import { isStacksAddress } from './is-stacks-address.ts'
import { readTokenName, writeTokenName } from './token-name.ts'

const address = 'S[PMTN][\\dA-Z]{20,40}'
const name = '[a-zA-Z][\\w-]{0,127}'
const principal = `${address}(?:\\.${name})?`
/**
 * Pattern of a function name in a path; function names may contain characters that are
 * percent-encoded there.
 */
const functionName = '[a-zA-Z](?:[\\w-]|%(?:21|2A|2B|3C|3D|3E|3F)){0,127}'
const id = '(?:0x)?[\\da-f]{64}'

const flagPattern = /^(?:0|1|true|false)$/
const countPattern = /^\d{1,9}$/
const pageParameters = { limit: countPattern, offset: countPattern }

const getPath = (path: string, query?: RestPath['query']): RestPath => ({
  method: 'GET',
  path: new RegExp(`^${path}$`),
  ...(query ? { query } : {}),
})
const postPath = (path: string, isBody: NonNullable<RestPath['isBody']>): RestPath => ({
  method: 'POST',
  path: new RegExp(`^${path}$`),
  isBody,
})

/**
 * Returns a check that a value is an object with only these members; a member whose pattern has a
 * question mark is optional.
 */
const checkMembers =
  (members: Readonly<Record<string, (value: unknown) => boolean>>) => (body: unknown) =>
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    Object.keys(body).every((key) => Object.hasOwn(members, key)) &&
    Object.entries(members).every(([key, isValue]) =>
      isValue((body as Record<string, unknown>)[key]),
    )

const isHex = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:0x)?(?:[\da-f]{2})+$/i.test(value)
const isAbsentOr = (isValue: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || isValue(value)
const isPrincipal = (value: unknown): boolean =>
  typeof value === 'string' && new RegExp(`^'?${principal}$`).test(value)

/** Paths of a Stacks node and of the extended API that pages may request. */
const paths: readonly RestPath[] = [
  getPath('/v2/info'),
  getPath('/v2/pox'),
  getPath(`/v2/accounts/${principal}`, { proof: flagPattern }),
  getPath('/v2/fees/transfer'),
  postPath(
    '/v2/fees/transaction',
    checkMembers({ transaction_payload: isHex, estimated_len: isAbsentOr(Number.isSafeInteger) }),
  ),
  postPath('/v2/transactions', checkMembers({ tx: isHex, attachment: isAbsentOr(isHex) })),
  getPath(`/v2/contracts/(?:interface|source)/${address}/${name}`, { proof: flagPattern }),
  postPath(
    `/v2/contracts/call-read/${address}/${name}/${functionName}`,
    checkMembers({
      sender: isPrincipal,
      sponsor: isAbsentOr(isPrincipal),
      arguments: (value) => Array.isArray(value) && value.length <= 64 && value.every(isHex),
    }),
  ),
  getPath(`/extended/v1/address/${principal}/(?:balances|stx|nonces)`, { unanchored: flagPattern }),
  getPath(`/extended/v1/address/${principal}/(?:transactions|mempool|assets)`, {
    ...pageParameters,
    unanchored: flagPattern,
  }),
  getPath(`/extended/v1/tx/${id}`, {
    event_limit: countPattern,
    event_offset: countPattern,
    unanchored: flagPattern,
  }),
  getPath(`/extended/v2/addresses/${principal}/transactions`, pageParameters),
  getPath(`/extended/v2/addresses/${principal}/transactions/${id}/events`, pageParameters),
  getPath(`/extended/v2/addresses/${principal}/balances/(?:stx|ft)`, pageParameters),
  getPath('/extended/v2/mempool/fees'),
  getPath('/extended/v1/tokens/nft/holdings', {
    ...pageParameters,
    principal: new RegExp(`^${principal}$`),
  }),
  getPath(`/metadata/v1/ft/${address}\\.${name}`),
  getPath(`/metadata/v1/nft/${address}\\.${name}/\\d{1,39}`),
]

/** The chain family of Stacks. */
export const stacks: Family = {
  namespace: 'stacks',
  nodes: 'rest',
  coin: 'slip44:5757',
  hasNames: false,
  hasGasPrice: false,
  isAddress: isStacksAddress,
  normal: (text) => text,
  tokenOf(chain, text) {
    const token = readTokenName(text)
    const tokenText = token && writeTokenName(token)
    return tokenText === undefined ? undefined : `${chain}/sip010:${tokenText}`
  },
  isAllowed: (call) => isListedPath(call, paths),
}
