import { isAllowedOrigin } from '../base/allowed-origin.ts'
import { refusal } from '../base/refuse.ts'
import type { Project, ProjectStore } from '../data/project-store.ts'

/** What says which project a request belongs to. */
export interface ProjectClaim {
  readonly fromQuery: string | undefined
  /** Text of a body: its `projectId` counts where the query has none. */
  readonly body: string
  readonly origin: string | undefined
  readonly isAnyOrigin: boolean
}

const slug = /^[a-z\d_-]{1,64}$/i

/**
 * The project of a request.
 * @throws a refusal: 401 for an unknown project, 403 for a page that may not use it
 */
export async function findProject(projects: ProjectStore, claim: ProjectClaim): Promise<Project> {
  const id = claim.fromQuery ?? fromBody(claim.body)
  // What cannot be an id is not looked up: the database takes no U+0000, for one.
  const project = id && slug.test(id) ? await projects.find(id) : undefined
  if (!project) throw refusal(401, 'authentication', 'We failed to authenticate your request')
  if (
    claim.origin !== undefined &&
    !claim.isAnyOrigin &&
    !isAllowedOrigin(claim.origin, project.origins)
  )
    throw refusal(403, 'origin', 'Pages of this origin may not use this project')
  return project
}

function fromBody(body: string): string | undefined {
  if (!body) return undefined
  try {
    const { projectId, params } = Object(JSON.parse(body)) as {
      projectId?: unknown
      params?: unknown
    }
    // JSON-RPC has it among the parameters.
    const id = projectId ?? (Object(params) as { projectId?: unknown }).projectId
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
