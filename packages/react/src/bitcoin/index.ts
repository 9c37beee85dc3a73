'use client'

export { useGetAddresses } from './use-get-addresses.ts'
export { useGetFeeRates } from './use-get-fee-rates.ts'
export { useSendTransfer } from './use-send-transfer.ts'
export { useSignPsbt } from './use-sign-psbt.ts'
