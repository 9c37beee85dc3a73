import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'

/** The parts of the configuration that the spam rules use. */
export type SpamLists = Pick<Config, 'chains' | 'tokens'> & {
  readonly index: Pick<Config['index'], 'spam' | 'notSpam'>
}

/** Names of the spam rules (docs/history.md); `listed` is the operator's own list. */
export type SpamRule =
  | 'listed'
  | 'hidden-text'
  | 'link'
  | 'lure'
  | 'look-alike'
  | 'zero-transfer'
  | 'airdrop'
  | 'no-token'

/**
 * Matches control, format (zero width, text direction) and private-use characters: a text with one
 * of them does not look like what it contains.
 */
const hiddenPattern = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u
/**
 * Matches the zero-width joiner between emoji, which is its only legitimate use in a token name.
 */
const joinedPattern = /(?<=\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F]*)\u200D/gu
const schemePattern = /(?:https?:|www\.|t\.me\/|\/\/)/i
/**
 * Matches a link: a word, a dot and a top-level domain. The domains `finance` and `fi` are left
 * out, because protocols are called `yearn.finance` and `Curve.fi`.
 */
const domainPattern =
  /[\p{L}\p{N}-]{2,}\s?\.\s?(?:com|net|org|info|io|xyz|app|site|online|live|top|vip|club|gift|gifts|claims?|events?|cc|me|ly|to|us|co|lol|fun|space|website|dev|example|eth\.limo)(?![\p{L}\p{N}])/iu
const lurePattern =
  /(?<![\p{L}])(?:claim(?:s|ed|ing)?|visit(?:s|ing)?|rewards?|airdrops?|redeem|vouchers?|giveaway|free\s?mint|winner|eligible)(?![\p{L}])/iu

/** Letters of other scripts that look like Latin letters; other letters stay as they are. */
const lookAlikeLetters = new Map(
  Object.entries({
    A: 'АΑ',
    B: 'ВΒ8',
    C: 'СϹ',
    E: 'ЕΕ',
    H: 'НΗ',
    I: 'ІΙӀ1L|ΊİΪ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ0Օ',
    P: 'РΡ',
    S: 'ЅՏ5$',
    T: 'ТΤ₮',
    U: 'Ս',
    V: 'Ѵ',
    X: 'ХΧ',
    Y: 'УΥҮ',
    Z: 'Ζ2',
  }).flatMap(([letter, same]) => [...same].map((lookAlike) => [lookAlike, letter] as const)),
)

/**
 * Reduces a name to how it looks: names that differ only in accents, case, spaces or the script of
 * a letter give the same text.
 */
export function foldLookAlikes(text: string): string {
  const strippedText = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cc}\p{Cf}\p{Z}]/gu, '')
    .toUpperCase()
  return [...strippedText].map((letter) => lookAlikeLetters.get(letter) ?? letter).join('')
}

/**
 * Returns the spam rule that a name or symbol of a contract breaks; null when it breaks none. The
 * operator's lists are applied before this rule.
 */
export function textSpam(...texts: readonly string[]): SpamRule | null {
  if (texts.some((text) => hiddenPattern.test(text.replace(joinedPattern, ''))))
    return 'hidden-text'
  const normalTexts = texts.map((text) => text.normalize('NFKC'))
  if (normalTexts.some((text) => schemePattern.test(text) || domainPattern.test(text)))
    return 'link'
  return normalTexts.some((text) => lurePattern.test(text)) ? 'lure' : null
}

/**
 * Decides whether tokens are spam, by the operator's lists and by the tokens' names and symbols.
 */
export interface TokenJudge {
  /**
   * The operator's decision about a token: `listed` when it is listed as spam, null when it is
   * trusted, undefined when the operator does not list it at all.
   */
  findOverride(chain: ChainId, address: string): 'listed' | null | undefined
  /**
   * Returns the spam rule that a token's name or symbol breaks; null when it breaks none. One that
   * looks like that of a listed token or of the coin is spam too.
   */
  judgeText(chain: ChainId, name: string, symbol: string): SpamRule | null
}

/**
 * Creates the spam judge for the operator's lists. A token in `tokens` or `index.notSpam` is
 * trusted, unless `index.spam` names it too.
 */
export function tokenJudge({ chains, tokens, index }: SpamLists): TokenJudge {
  // The token standard in the id (such as `erc20`) is dropped: the address alone identifies a token
  // contract.
  const tokenKey = (id: string): string => id.replace(/\/[^:]+:([^/]+).*$/, '/$1').toLowerCase()
  const spam = new Set(index.spam.map(tokenKey))
  const trustedTokens = new Set([...index.notSpam, ...tokens.map(({ id }) => id)].map(tokenKey))
  const namesByChain = new Map<string, Set<string>>()
  for (const { id, nativeCurrency } of chains) {
    namesByChain.set(
      id,
      new Set([foldLookAlikes(nativeCurrency.symbol), foldLookAlikes(nativeCurrency.name)]),
    )
  }
  for (const { id, name, symbol } of tokens) {
    const chain = id.slice(0, id.indexOf('/'))
    namesByChain.set(
      chain,
      new Set([...(namesByChain.get(chain) ?? []), foldLookAlikes(name), foldLookAlikes(symbol)]),
    )
  }
  return {
    findOverride(chain, address) {
      const id = tokenKey(`${chain}/x:${address}`)
      if (spam.has(id)) return 'listed'
      return trustedTokens.has(id) ? null : undefined
    },
    judgeText(chain, name, symbol) {
      const isImitation = [name, symbol].some(
        (text) => text !== '' && namesByChain.get(chain)?.has(foldLookAlikes(text)),
      )
      return textSpam(name, symbol) ?? (isImitation ? 'look-alike' : null)
    },
  }
}
