'use client'

export { PayButton } from './PayButton.tsx'
export { pay } from './pay.ts'
export type { PayReceipt } from './receipt.ts'
export { usePay } from './use-pay.ts'
