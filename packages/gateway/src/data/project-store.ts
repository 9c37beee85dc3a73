import type { RemoteFeature } from '@latchkey/protocol'

/** A site as the gateway knows it. */
export interface Project {
  readonly id: string
  /** Empty means pages on localhost only. */
  readonly origins: readonly string[]
  readonly features: readonly RemoteFeature[]
  readonly isAnalyticsEnabled: boolean
}

/** Where projects are kept. */
export interface ProjectStore {
  find(id: string): Promise<Project | undefined>
}
