export {
  type SiwxProvider,
  type SiwxProviderOptions,
  type SiwxUser,
  siwxProvider,
} from './siwx-provider.ts'
