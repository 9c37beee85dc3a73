import { answerLimits, type ChainId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { isRecord } from '../../base/is-record.ts'
import { refusal } from '../../base/refuse.ts'
import type { BalancePort } from '../../ports/balance-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { askSingleCall, getCall, unansweredRefusal } from '../shared/ask-single-call.ts'
import { listedUnits } from '../shared/listed-units.ts'
import { readAmount } from '../shared/read-amount.ts'
import { coinBalance, tokenBalance } from '../shared/wire-balance.ts'
import type { SipTokens } from './sip-tokens.ts'
import { stacks } from './stacks.ts'
import { readAssetIdentifier, writeTokenName } from './token-name.ts'

/** Maximum number of tokens of one account that are read. */
const maxTokens = 1_000

/**
 * Reads the balances of an account: spendable STX (without locked STX), then SIP-10 tokens, listed
 * ones first, then by id.
 */
export function stacksBalances(
  config: Pick<Config, 'chains' | 'tokens'>,
  { nodes, tokens }: { readonly nodes: NodePort; readonly tokens: SipTokens },
): BalancePort {
  const rankByAsset = new Map(
    [...listedUnits(config, [stacks]).keys()].map((asset, index) => [asset as string, index]),
  )
  return {
    async read({ chain: id, address, signal }) {
      const chain = config.chains.find((one) => one.id === id)
      if (!chain) throw refusal(400, 'chainId', `Balances of ${id} are not served here`)
      const { value } = await askSingleCall(
        nodes,
        id,
        getCall(`/extended/v1/address/${address}/balances`),
        signal,
      )
      const { stx, fungible_tokens: fungible } = isRecord(value) ? value : {}
      const coin = isRecord(stx) ? subtractLocked(stx.balance, stx.locked) : undefined
      if (coin === undefined) throw unansweredRefusal(id, 'a balance')
      const heldTokens = Object.entries(isRecord(fungible) ? fungible : {})
        .slice(0, maxTokens)
        .flatMap(([key, entry]) => {
          const token = readAssetIdentifier(key)
          const text = token && writeTokenName(token)
          const amount = isRecord(entry) ? readAmount(entry.balance) : undefined
          return token && text && amount ? [{ token, text, amount }] : []
        })
      const units = await tokens.find(
        id,
        heldTokens.map(({ token }) => token),
        signal,
      )
      const rankToken = (text: string): number =>
        rankByAsset.get(`${id}/sip010:${text}`) ?? rankByAsset.size
      heldTokens.sort((a, b) => rankToken(a.text) - rankToken(b.text) || (a.text < b.text ? -1 : 1))
      return [
        coinBalance(chain, coin),
        ...heldTokens.flatMap(({ text, amount }) => {
          const unit = units.get(text)
          return unit && unit.decimals > 0
            ? tokenBalance(chain, { address: text, ...unit }, amount)
            : []
        }),
      ].slice(0, answerLimits.balances)
    },
    coin: ({ chain, address, signal }) => readCoin(nodes, chain, address, signal),
  }
}

/**
 * The STX balance is read by a call of the node itself, which servers without the extended API have
 * too; its amounts are hex.
 */
async function readCoin(
  nodes: NodePort,
  chain: ChainId,
  address: string,
  signal: AbortSignal | undefined,
): Promise<bigint> {
  const { value } = await askSingleCall(
    nodes,
    chain,
    getCall(`/v2/accounts/${address}?proof=0`),
    signal,
  )
  const balance = isRecord(value) ? value.balance : undefined
  if (typeof balance !== 'string' || !/^0x[\da-f]{1,32}$/i.test(balance))
    throw unansweredRefusal(chain, 'a balance')
  return BigInt(balance)
}

function subtractLocked(balance: unknown, locked: unknown): bigint | undefined {
  const [all, lockedAmount] = [readAmount(balance), readAmount(locked ?? '0')]
  return all === undefined || lockedAmount === undefined || lockedAmount > all
    ? undefined
    : all - lockedAmount
}
