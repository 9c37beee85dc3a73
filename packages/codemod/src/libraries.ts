/** Names in a library that the codemod migrates from. */
export interface Library {
  readonly packageName: string
  /** Component around the app; `KitProvider` replaces it. */
  readonly provider: string
  /**
   * Button component; `ConnectButton` replaces it. `CustomConnectButton` of the generated file
   * replaces its `Custom`.
   */
  readonly button: string
  /** Hooks that the generated file exports under the same names. */
  readonly hooks: readonly string[]
  /** Functions that make a theme, with the mode that replaces each. */
  readonly themes: Readonly<Record<string, 'light' | 'dark'>>
  /** Option of `getDefaultConfig` that holds the WalletConnect project id. */
  readonly projectId: string
  /**
   * Name of the file that the codemod generates next to the wagmi configuration; it has hooks and a
   * button.
   */
  readonly writtenFile: string
}

export const libraries: readonly Library[] = [
  {
    packageName: '@rainbow-me/rainbowkit',
    provider: 'RainbowKitProvider',
    button: 'ConnectButton',
    hooks: ['useConnectModal', 'useAccountModal', 'useChainModal'],
    themes: { darkTheme: 'dark', midnightTheme: 'dark', lightTheme: 'light' },
    projectId: 'projectId',
    writtenFile: 'latchkey-dialogs.tsx',
  },
  {
    packageName: 'connectkit',
    provider: 'ConnectKitProvider',
    button: 'ConnectKitButton',
    hooks: ['useModal'],
    themes: {},
    projectId: 'walletConnectProjectId',
    writtenFile: 'latchkey-dialogs.tsx',
  },
]

/**
 * Advice for properties of the provider component that the codemod cannot migrate, by property
 * name.
 */
export const providerHints: Readonly<Record<string, string>> = {
  theme: 'pass `theme` to `createModal`: `{ mode, variables: { accent, font, radius } }`',
  customTheme: 'pass `theme` to `createModal`: `{ mode, variables: { accent, font, radius } }`',
  mode: 'pass `theme: { mode }` to `createModal`',
  locale: 'pass `lang` to `createModal`',
  appInfo: 'pass `metadata` to `createKit`, and `termsUrl` to `createModal`',
  initialChain: 'the first chain of `evm({ chains })` is the one that a wallet is asked to use',
  showRecentTransactions: 'Account › Activity always shows what the visitor sent',
  modalSize: 'the dialog has one size',
  coolMode: 'there is no counterpart',
  avatar: 'there is no counterpart: the dialog shows the avatar of the verified name',
  debugMode: 'there is no counterpart',
  onConnect: 'listen with `useEvents` of `@latchkey/react`',
  onDisconnect: 'listen with `useEvents` of `@latchkey/react`',
  options: 'see the options of `createModal` and the `features` of `createKit`',
}

/** Advice for other imports that the codemod cannot migrate, by imported name. */
export const importHints: Readonly<Record<string, string>> = {
  connectorsForWallets: 'delete the list: wallets announce themselves (EIP-6963)',
  getDefaultWallets: 'delete the list: wallets announce themselves (EIP-6963)',
  getWalletConnectConnector: 'phones: pass a transport of `@latchkey/walletconnect` to `createKit`',
  useAddRecentTransaction: 'delete it: what is sent through the kit is in Account › Activity',
  useTransactionStore: 'delete it: what is sent through the kit is in Account › Activity',
  WalletButton: 'draw it with `useWallets` and `useConnect` of `@latchkey/react`',
  RainbowKitAuthenticationProvider: 'pass `signIn` to `createKit`',
  createAuthenticationAdapter: 'pass `signIn` to `createKit`',
  SIWEProvider: 'pass `signIn` to `createKit`',
  useSIWE: 'pass `signIn` to `createKit`, and use `useSignIn` of `@latchkey/react`',
  Avatar: 'draw it with `useIdentity` of `@latchkey/react/queries`',
  ChainIcon: 'there is no counterpart',
}
