import type { Shape } from '../encoding/shape.ts'
import * as account from './account-methods.ts'
import * as bitcoin from './bitcoin-methods.ts'
import * as ordinals from './ordinals-methods.ts'
import * as stacks from './stacks-methods.ts'

interface Method<P, R> {
  readonly params: Shape<P>
  readonly result: Shape<R>
}

/** Every request with its parameters and result. */
export interface Methods {
  readonly getAddresses: Method<account.AddressesParams, account.AddressesResult>
  readonly stx_getAddresses: Method<account.AddressesParams, account.AddressesResult>
  readonly wallet_connect: Method<account.AddressesParams, account.WalletConnectResult>
  readonly getInfo: Method<undefined, account.WalletInfo>
  readonly getAccounts: Method<account.PurposesParams, readonly account.WalletAddress[]>
  readonly stx_getAccounts: Method<
    { readonly network?: string | undefined },
    account.AccountsResult
  >
  readonly wallet_changeNetwork: Method<{ readonly name: string }, unknown>
  readonly wallet_disconnect: Method<undefined, unknown>
  readonly wallet_requestPermissions: Method<undefined, true>
  readonly wallet_renouncePermissions: Method<undefined, true>
  readonly getBalance: Method<undefined, bitcoin.BalanceResult>
  readonly ord_getInscriptions: Method<ordinals.InscriptionsParams, ordinals.InscriptionsResult>
  readonly ord_sendInscriptions: Method<ordinals.SendInscriptionsParams, bitcoin.TxidResult>
  readonly runes_getBalance: Method<
    undefined,
    { readonly balances: readonly ordinals.RuneBalance[] }
  >
  readonly runes_transfer: Method<ordinals.RuneTransferParams, bitcoin.TxidResult>
  readonly runes_mint: Method<ordinals.RuneMintParams, ordinals.RuneOrderResult>
  readonly runes_etch: Method<ordinals.RuneEtchParams, ordinals.RuneOrderResult>
  readonly sendTransfer: Method<bitcoin.SendTransferParams, bitcoin.TxidResult>
  readonly signPsbt: Method<bitcoin.SignPsbtParams, bitcoin.SignPsbtResult>
  readonly signMessage: Method<bitcoin.SignMessageParams, bitcoin.SignMessageResult>
  readonly stx_transferStx: Method<stacks.TransferStxParams, stacks.StacksTransactionResult>
  readonly stx_transferSip10Ft: Method<stacks.TransferFtParams, stacks.StacksTransactionResult>
  readonly stx_transferSip9Nft: Method<stacks.TransferNftParams, stacks.StacksTransactionResult>
  readonly stx_callContract: Method<stacks.CallContractParams, stacks.StacksTransactionResult>
  readonly stx_deployContract: Method<stacks.DeployContractParams, stacks.StacksTransactionResult>
  readonly stx_signTransaction: Method<stacks.SignTransactionParams, stacks.StacksTransactionResult>
  readonly stx_signMessage: Method<stacks.StacksMessageParams, stacks.StacksSignatureResult>
  readonly stx_signStructuredMessage: Method<
    stacks.StructuredMessageParams,
    stacks.StacksSignatureResult
  >
  readonly stx_updateProfile: Method<account.ProfileParams, account.ProfileParams>
}
export type MethodName = keyof Methods
export type ParamsOf<M extends MethodName> = Methods[M] extends Method<infer P, unknown> ? P : never
export type ResultOf<M extends MethodName> = Methods[M] extends Method<unknown, infer R> ? R : never

const sentTransaction = stacks.stacksTransactionResult

export const methods: Methods = {
  getAddresses: { params: account.addressesParams, result: account.addressesResult },
  stx_getAddresses: { params: account.addressesParams, result: account.addressesResult },
  wallet_connect: { params: account.addressesParams, result: account.walletConnectResult },
  getInfo: { params: account.noParams, result: account.infoResult },
  getAccounts: { params: account.purposesParams, result: account.addressList },
  stx_getAccounts: { params: account.networkParams, result: account.accountsResult },
  wallet_changeNetwork: { params: account.networkChange, result: account.anyResult },
  wallet_disconnect: { params: account.noParams, result: account.anyResult },
  wallet_requestPermissions: { params: account.noParams, result: account.grantedResult },
  wallet_renouncePermissions: { params: account.noParams, result: account.grantedResult },
  getBalance: { params: account.noParams, result: bitcoin.balanceResult },
  ord_getInscriptions: { params: ordinals.inscriptionsParams, result: ordinals.inscriptionsResult },
  ord_sendInscriptions: { params: ordinals.sendInscriptionsParams, result: bitcoin.txidResult },
  runes_getBalance: { params: account.noParams, result: ordinals.runeBalancesResult },
  runes_transfer: { params: ordinals.runeTransferParams, result: bitcoin.txidResult },
  runes_mint: { params: ordinals.runeMintParams, result: ordinals.runeOrderResult },
  runes_etch: { params: ordinals.runeEtchParams, result: ordinals.runeOrderResult },
  sendTransfer: { params: bitcoin.sendTransferParams, result: bitcoin.txidResult },
  signPsbt: { params: bitcoin.signPsbtParams, result: bitcoin.signPsbtResult },
  signMessage: { params: bitcoin.signMessageParams, result: bitcoin.signMessageResult },
  stx_transferStx: { params: stacks.transferStxParams, result: sentTransaction },
  stx_transferSip10Ft: { params: stacks.transferFtParams, result: sentTransaction },
  stx_transferSip9Nft: { params: stacks.transferNftParams, result: sentTransaction },
  stx_callContract: { params: stacks.callContractParams, result: sentTransaction },
  stx_deployContract: { params: stacks.deployContractParams, result: sentTransaction },
  stx_signTransaction: { params: stacks.signTransactionParams, result: sentTransaction },
  stx_signMessage: { params: stacks.stacksMessageParams, result: stacks.stacksSignatureResult },
  stx_signStructuredMessage: {
    params: stacks.structuredMessageParams,
    result: stacks.stacksSignatureResult,
  },
  stx_updateProfile: { params: account.profile, result: account.profile },
}
