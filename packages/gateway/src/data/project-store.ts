import type { RemoteFeature } from '@latchkey/protocol'

/** A site that uses the gateway. */
export interface Project {
  readonly id: string
  /** Origins that may use the project; empty means pages on localhost only. */
  readonly origins: readonly string[]
  readonly features: readonly RemoteFeature[]
  readonly isAnalyticsEnabled: boolean
}

/** Looks projects up by id. */
export interface ProjectStore {
  find(id: string): Promise<Project | undefined>
}
