import type { ChainId } from '@latchkey/protocol'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import { isRecord } from '../../base/is-record.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import { listedUnits, type Unit } from '../shared/listed-units.ts'
import { plainText } from '../shared/plain-text.ts'
import { tokenJudge } from '../shared/spam.ts'
import { readOkValue } from './read-clarity.ts'
import { stacks } from './stacks.ts'
import { type TokenName, writeTokenName } from './token-name.ts'

/**
 * Metadata of SIP-10 tokens: from the operator's list, then from their contracts (`get-decimals`,
 * `get-symbol`, `get-name`).
 */
export interface SipTokens {
  /**
   * Finds the metadata of tokens by id. Tokens that cannot be read, have no decimals or are spam
   * are absent.
   */
  find(
    chain: ChainId,
    tokens: readonly TokenName[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Unit>>
}

const unitFunctions = ['get-decimals', 'get-symbol', 'get-name']
/** Milliseconds that metadata is cached: long, because contracts do not change. */
const unitKeptMs = 3_600_000
const failurePauseMs = 60_000
/** Maximum number of unknown tokens that are read at once. */
const maxLookUps = 30

export function sipTokens(
  config: Pick<Config, 'chains' | 'tokens' | 'index'>,
  nodes: NodePort,
): SipTokens {
  const spamJudge = tokenJudge(config)
  const units = listedUnits(config, [stacks])
  const unitCache = boundedCache<Unit>(5_000, unitKeptMs)
  const recentlyFailedTokens = boundedCache<true>(5_000, failurePauseMs)

  /** Creates a token's metadata from the contract's answers for decimals, symbol and name. */
  function makeUnit(
    chain: ChainId,
    token: TokenName,
    answers: readonly NodeAnswer[],
  ): Unit | undefined {
    const [decimals, symbol, name] = answers.map(readClarityValue)
    if (typeof decimals !== 'bigint' || decimals > 36n) return undefined
    const [called = token.token, sign = token.token] = [name, symbol].map((text) =>
      typeof text === 'string' ? text : undefined,
    )
    if (spamJudge.judgeText(chain, called, sign) !== null) return undefined
    return { name: plainText(called), symbol: plainText(sign), decimals: Number(decimals) }
  }

  return {
    async find(chain, tokens, signal) {
      const knownUnits = new Map<string, Unit>()
      const missingTokens = new Map<string, TokenName>()
      for (const token of tokens) {
        const text = writeTokenName(token)
        if (text === undefined || spamJudge.findOverride(chain, text) === 'listed') continue
        const knownUnit = units.get(`${chain}/sip010:${text}`) ?? unitCache.get(`${chain}:${text}`)
        if (knownUnit) knownUnits.set(text, knownUnit)
        else if (!recentlyFailedTokens.get(`${chain}:${text}`)) missingTokens.set(text, token)
      }
      const requestedTokens = [...missingTokens].slice(0, maxLookUps)
      const calls = requestedTokens.flatMap(([, token]) =>
        unitFunctions.map((name) => readCall(token, name)),
      )
      // While no node answers, cached metadata is used.
      const answers =
        calls.length > 0 ? await nodes.ask(chain, calls, signal).catch(() => undefined) : []
      if (!answers) return knownUnits
      for (const [at, [text, token]] of requestedTokens.entries()) {
        const unit = makeUnit(
          chain,
          token,
          answers.slice(at * unitFunctions.length, (at + 1) * unitFunctions.length),
        )
        if (unit) {
          unitCache.set(`${chain}:${text}`, unit)
          knownUnits.set(text, unit)
        } else recentlyFailedTokens.set(`${chain}:${text}`, true)
      }
      return knownUnits
    },
  }
}

function readCall({ address, contract }: TokenName, name: string): NodeCall {
  const path = `/v2/contracts/call-read/${address}/${contract}/${name}`
  return { method: 'POST', params: JSON.stringify([path, { sender: address, arguments: [] }]) }
}

function readClarityValue(answer: NodeAnswer): bigint | string | undefined {
  const value = answer.kind === 'result' ? answer.value : undefined
  return isRecord(value) && value.okay === true ? readOkValue(value.result) : undefined
}
