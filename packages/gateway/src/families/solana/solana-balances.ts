import { answerLimits } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { BalancePort, BalanceRequest } from '../../ports/balance-port.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import { unansweredRefusal } from '../shared/ask-single-call.ts'
import { listedUnits } from '../shared/listed-units.ts'
import { readAmountAt } from '../shared/read-amount.ts'
import { tokenJudge } from '../shared/spam.ts'
import { coinBalance, tokenBalance } from '../shared/wire-balance.ts'
import { mintUnit } from './mint-unit.ts'
import { solana } from './solana.ts'
import { readTokenAccounts, tokenAccountCalls } from './token-accounts.ts'

/**
 * Reads the balances of SOL and of the tokens of both token programs in one request to the node:
 * listed tokens in the operator's order, then others by mint. Indivisible tokens count as
 * collectibles and are left out; so are the tokens of a program for which the node gives no answer.
 */
export function solanaBalances(
  config: Pick<Config, 'chains' | 'tokens' | 'index'>,
  { nodes }: { readonly nodes: NodePort },
): BalancePort {
  const spamJudge = tokenJudge(config)
  const unitsByAsset = listedUnits(config, [solana])
  const rankByAsset = new Map(
    [...unitsByAsset.keys()].map((asset, index) => [asset as string, index]),
  )
  return {
    async read({ chain: id, address, signal }) {
      const chain = config.chains.find((one) => one.id === id)
      if (!chain) throw refusal(400, 'chainId', `Balances of ${id} are not served here`)
      const [coin, ...lists] = await nodes.ask(
        id,
        [coinCall(address), ...tokenAccountCalls(address)],
        signal,
      )
      const heldTokens = new Map<string, { readonly amount: bigint; readonly decimals: number }>()
      for (const { mint, amount, decimals } of lists.flatMap((one) =>
        readTokenAccounts(one, address, id),
      )) {
        heldTokens.set(mint, { amount: amount + (heldTokens.get(mint)?.amount ?? 0n), decimals })
      }
      const rankMint = (mint: string): number =>
        rankByAsset.get(`${id}/token:${mint}`) ?? rankByAsset.size
      const tokens = [...heldTokens]
        .filter(
          ([mint, { decimals }]) => decimals > 0 && spamJudge.findOverride(id, mint) !== 'listed',
        )
        .sort(([a], [b]) => rankMint(a) - rankMint(b) || (a < b ? -1 : 1))
      return [
        coinBalance(chain, readCoin(coin, id)),
        ...tokens.flatMap(([mint, { amount, decimals }]) =>
          tokenBalance(
            chain,
            { address: mint, ...mintUnit(unitsByAsset, id, mint, decimals) },
            amount,
          ),
        ),
      ].slice(0, answerLimits.balances)
    },
    async coin({ chain, address, signal }) {
      const [answer] = await nodes.ask(chain, [coinCall(address)], signal)
      return readCoin(answer, chain)
    },
  }
}

function coinCall(address: string): NodeCall {
  return { method: 'getBalance', params: JSON.stringify([address, { commitment: 'confirmed' }]) }
}

/**
 * The amount is read from the raw text, because the largest balances exceed a JavaScript number.
 */
function readCoin(answer: NodeAnswer | undefined, chain: BalanceRequest['chain']): bigint {
  const amount = answer?.kind === 'result' ? readAmountAt(answer.text, 'value') : undefined
  if (amount === undefined) throw unansweredRefusal(chain, 'a balance')
  return amount
}
