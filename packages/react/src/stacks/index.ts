'use client'

export { useCallContract } from './use-call-contract.ts'
export { useDeployContract } from './use-deploy-contract.ts'
export { useSignStructuredMessage } from './use-sign-structured-message.ts'
export { useSignTransaction } from './use-sign-transaction.ts'
export { useTransferSip9 } from './use-transfer-sip9.ts'
export { useTransferSip10 } from './use-transfer-sip10.ts'
export { useTransferStx } from './use-transfer-stx.ts'
