export { KitProvider } from './KitProvider.tsx'
export { useAccount } from './use-account.ts'
export {
  type Action,
  type ActionOptions,
  type ActionState,
  type Outcome,
  useAction,
  type Verb,
} from './use-action.ts'
export { useAddNameAddress } from './use-add-name-address.ts'
export { useChains } from './use-chains.ts'
export { useConfirmEmailCode } from './use-confirm-email-code.ts'
export { useConnect } from './use-connect.ts'
export { useConnection } from './use-connection.ts'
export { useConnectors } from './use-connectors.ts'
export { useDisconnect } from './use-disconnect.ts'
export { useEvents } from './use-events.ts'
export { useKit } from './use-kit.ts'
export { usePrepareConnect } from './use-prepare-connect.ts'
export { usePrepareSend } from './use-prepare-send.ts'
export { usePrepareSwap } from './use-prepare-swap.ts'
export { useRead } from './use-read.ts'
export { useRegisterName } from './use-register-name.ts'
export { useSelectAccount } from './use-select-account.ts'
export { useSelectNamespace } from './use-select-namespace.ts'
export { useSend } from './use-send.ts'
export { useSendEmailCode } from './use-send-email-code.ts'
export { useSetNameAttributes } from './use-set-name-attributes.ts'
export { useSignIn } from './use-sign-in.ts'
export { useSignMessage } from './use-sign-message.ts'
export { useStartExchange } from './use-start-exchange.ts'
export { useStartOnramp } from './use-start-onramp.ts'
export { useSwitchChain } from './use-switch-chain.ts'
export { useTransaction } from './use-transaction.ts'
export { useTransactions } from './use-transactions.ts'
export { useWallets } from './use-wallets.ts'
export { useWatchTransaction } from './use-watch-transaction.ts'
