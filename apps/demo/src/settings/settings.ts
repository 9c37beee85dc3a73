import {
  defaultSocials,
  defaultWalletFeatureOrder,
  type FeatureFlags,
  type WalletFeature,
} from '@latchkey/protocol'

/**
 * The settings that the Playground changes. Each change makes a new kit, which resumes the session
 * of the old one.
 */
export interface Settings {
  readonly mode: 'system' | 'light' | 'dark'
  readonly accent: string
  readonly onAccent: string
  readonly font: string
  readonly radius: string
  readonly colorMix: string
  readonly colorMixStrength: string
  readonly features: FeatureFlags
  readonly walletFeaturesOrder: readonly WalletFeature[]
  readonly prefetch: boolean
  readonly requireSupportedChain: boolean
  readonly hasLegalLinks: boolean
  readonly hasGateway: boolean
  readonly isReconnecting: boolean
  readonly hasLinkMode: boolean
  readonly featured: string
  readonly order: 'default' | 'featured first'
  /** CAIP-2 namespaces of the kit's chain families; an empty list means all. */
  readonly families: readonly string[]
  readonly currency: string
}

/** CAIP-2 namespaces of the chain families, with their names. */
export const families = [
  ['eip155', 'Ethereum'],
  ['solana', 'Solana'],
  ['bip122', 'Bitcoin'],
  ['stacks', 'Stacks'],
] as const

/** Currencies that the local gateway has a rate for. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'] as const

export const defaultFeatures: FeatureFlags = {
  swaps: true,
  onramp: true,
  email: true,
  socials: defaultSocials,
  activity: true,
  emailCapture: false,
  receive: true,
  send: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  collapseWallets: false,
  multiWallet: false,
  pay: true,
  signIn: false,
}

export const defaultSettings: Settings = {
  mode: 'system',
  accent: '',
  onAccent: '',
  font: '',
  radius: '',
  colorMix: '',
  colorMixStrength: '',
  features: defaultFeatures,
  walletFeaturesOrder: defaultWalletFeatureOrder,
  prefetch: true,
  requireSupportedChain: false,
  hasLegalLinks: true,
  hasGateway: true,
  isReconnecting: true,
  hasLinkMode: false,
  featured: '',
  order: 'default',
  families: families.map(([namespace]) => namespace),
  currency: 'usd',
}

/** Features that can only be on or off, while others can also have a list of options. */
export const shownFeatures = [
  ['send', 'Send'],
  ['receive', 'Receive'],
  ['swaps', 'Swaps'],
  ['onramp', 'Buying'],
  ['pay', 'Deposits (sandbox exchange)'],
  ['activity', 'Activity'],
  ['email', 'Email'],
  ['socials', 'Socials'],
  ['allWallets', 'All wallets'],
  ['collapseWallets', 'Collapse wallets'],
  ['multiWallet', 'Several wallets'],
  ['signIn', 'Sign-in (gateway)'],
  ['legalCheckbox', 'Legal checkbox'],
  ['analytics', 'Analytics'],
] as const satisfies readonly (readonly [keyof FeatureFlags, string])[]

/** Orders in which the account view can show its four buttons. */
export const walletFeatureOrders = [
  ['onramp,swaps,receive,send', 'Buy, Swap, Receive, Send'],
  ['send,receive,swaps,onramp', 'Send, Receive, Swap, Buy'],
  ['receive,send,onramp,swaps', 'Receive, Send, Buy, Swap'],
] as const
