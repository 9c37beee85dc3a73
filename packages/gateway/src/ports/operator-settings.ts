/**
 * What is edited in the dashboard, by its path in the configuration; all but `analytics` are
 * secrets.
 */
export type SettingPath =
  | 'upstreams.etherscan.key'
  | 'upstreams.blockscout.key'
  | 'upstreams.prices.key'
  | 'upstreams.rates.key'
  | 'swap.zeroEx.key'
  | 'onramp.coinbase.key'
  | 'analytics.keepDays'
  | 'analytics.keepAddresses'

/**
 * What the dashboard changed, in force within seconds in every replica: ask at each use, keep
 * nothing.
 */
export interface OperatorSettings {
  /**
   * The value in force: of the dashboard, else of the configuration; undefined where there is none.
   * Never throws.
   */
  get(path: SettingPath): Promise<string | undefined>
}
