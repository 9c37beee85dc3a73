import type { Feature } from '../../contract/view.ts'
import payCss from '../../styles/pay.css?inline'
import { payWords } from '../../words/en/pay.ts'
import { payView } from './Pay.tsx'
import { startPay } from './start-pay.ts'

/** The feature with the view in which the visitor pays. */
export const feature: Feature<'pay'> = {
  views: {
    Pay: payView,
  },
  words: payWords,
  start: startPay,
  css: payCss,
}
