import type { Asset } from '@latchkey/protocol'
import { amountFaultText } from '../../shared/amount-fault.ts'
import type { AccountWords } from '../../words/words.ts'
import type { SendFault } from './send-fault.ts'

/** The text that is shown for a fault of the Send view. */
export function faultText(
  words: AccountWords['send']['fault'],
  fault: SendFault,
  asset: Pick<Asset, 'symbol' | 'decimals'>,
  feeSymbol: string,
): string {
  const { field } = fault
  if (field === 'token') return words.tokenMissing
  if (field === 'amount')
    switch (fault.is) {
      case 'missing':
        return words.amountMissing
      case 'no-price':
        return words.noPrice(asset.symbol)
      case 'not-enough':
        return words.notEnough(asset.symbol)
      case 'not-enough-for-fee':
        return words.notEnoughForFee(feeSymbol)
      default:
        return amountFaultText(words, fault.is, asset.decimals)
    }
  return {
    missing: words.recipientMissing,
    invalid: words.recipientInvalid,
    misspelt: words.recipientMisspelt,
    'other-chain': words.otherChain,
    'unknown-name': words.unknownName,
  }[fault.is]
}
