import type {
  AccountChunkWords,
  AccountWords,
  ConnectWords,
  ErrorWords,
  FurtherChunkWords,
  FurtherWords,
  LoginChunkWords,
  LoginWords,
  SignInWords,
} from '../words/words.ts'
import type { FeatureOf } from './feature-names.ts'
import type { ViewName } from './route.ts'

/** Texts that features add to the dialog's own texts. */
export interface SharedWords {
  readonly wallets: FurtherWords
  readonly login: LoginWords
  readonly 'sign-in': SignInWords
  readonly account: AccountWords & { readonly errors: ErrorWords }
}

/**
 * The dialog's texts that a view may use: those of its own feature and of the features loaded
 * before it.
 */
export type WordsOf<N extends ViewName> =
  FeatureOf<N> extends 'connect'
    ? ConnectWords
    : FeatureOf<N> extends 'wallets'
      ? FurtherChunkWords
      : FeatureOf<N> extends 'login' | 'email-capture'
        ? LoginChunkWords
        : FeatureOf<N> extends 'sign-in'
          ? ConnectWords & SignInWords
          : AccountChunkWords
