/** Secrets that are edited in the dashboard, by their path in the configuration. */
export type SettingPath =
  | 'upstreams.etherscan.key'
  | 'upstreams.blockscout.key'
  | 'upstreams.prices.key'
  | 'upstreams.rates.key'
  | 'swap.zeroEx.key'
  | 'onramp.coinbase.key'

/** What the dashboard changed, in force within seconds in every replica: ask at each use, keep nothing. */
export interface OperatorSettings {
  /** The value in force: of the dashboard, else of the configuration; undefined where there is none. Never throws. */
  get(path: SettingPath): Promise<string | undefined>
}
