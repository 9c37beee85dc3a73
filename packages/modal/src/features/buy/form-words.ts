import type { OnrampOptions } from '@latchkey/protocol'
import { amountFaultText } from '../../shared/amount-fault.ts'
import type { AccountWords, BuyWords } from '../../words/words.ts'
import type { BuyFault } from './buy-fault.ts'
import type { Choices } from './choose-options.ts'
import { moneyText } from './money-text.ts'

/** The text beside the amount field that explains what is wrong with the amount. */
export function faultText(
  words: BuyWords & Pick<AccountWords, 'send'>,
  fault: BuyFault,
  { currency, places }: Choices,
  locale: string,
): string {
  const formatMoney = (amount: string): string =>
    moneyText({ amount, currency: currency.id }, locale)
  switch (fault.is) {
    case 'missing':
      return words.fault.amountMissing
    case 'too-little':
      return words.fault.tooLittle(formatMoney(fault.min))
    case 'too-much':
      return words.fault.tooMuch(formatMoney(fault.max))
    default:
      return amountFaultText(words.send.fault, fault.is, places)
  }
}

/** The text for a payment method, with its least and highest amount. */
export function methodText(
  words: BuyWords,
  { id, min, max }: OnrampOptions['paymentCurrencies'][number]['payment_method_limits'][number],
  currency: string,
  locale: string,
): string {
  const formatMoney = (amount: string): string => moneyText({ amount, currency }, locale)
  return words.limits(words.methods[id] ?? id, formatMoney(min), formatMoney(max))
}
