/** Paths of the configuration values that the dashboard edits; all but `analytics` are secrets. */
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
 * Configuration values that the dashboard may have changed. A change applies within seconds in
 * every replica, so a caller must read a value at each use and not keep it.
 */
export interface OperatorSettings {
  /**
   * Returns the value that the dashboard set, else the value of the configuration; undefined when
   * neither is set. Never throws.
   */
  get(path: SettingPath): Promise<string | undefined>
}
