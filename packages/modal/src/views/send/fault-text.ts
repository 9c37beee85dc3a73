import type { Asset } from '@latchkey/protocol'
import type { AccountWords } from '../../words/words.ts'
import type { SendFault } from './send-fault.ts'

/** What a fault is called on the screen. */
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
      case 'invalid':
        return words.amountNoNumber
      case 'negative':
        return words.amountNegative
      case 'too-precise':
        return words.amountInvalid(asset.decimals)
      case 'not-enough':
        return words.notEnough(asset.symbol)
      case 'not-enough-for-fee':
        return words.notEnoughForFee(feeSymbol)
    }
  return {
    missing: words.recipientMissing,
    invalid: words.recipientInvalid,
    'other-chain': words.otherChain,
    'unknown-name': words.unknownName,
  }[fault.is]
}
