import { isAllowedOrigin } from '../base/allowed-origin.ts'
import { refusal } from '../base/refuse.ts'
import type { Project, ProjectStore } from '../data/project-store.ts'

/** The parts of a request that name its project. */
export interface ProjectClaim {
  readonly fromQuery: string | undefined
  /** Text of the body; its `projectId` is used when the query has none. */
  readonly body: string
  readonly origin: string | undefined
  readonly isAnyOrigin: boolean
}

const slug = /^[a-z\d_-]{1,64}$/i

/**
 * Finds the project of a request.
 * @throws a refusal: 401 for an unknown project, 403 for an origin that may not use it
 */
export async function findProject(projects: ProjectStore, claim: ProjectClaim): Promise<Project> {
  const id = claim.fromQuery ?? readProjectFromBody(claim.body)
  // An id that no project can have is not looked up, because PostgreSQL rejects U+0000, for
  // example.
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

function readProjectFromBody(body: string): string | undefined {
  if (!body) return undefined
  try {
    const { projectId, params } = Object(JSON.parse(body)) as {
      projectId?: unknown
      params?: unknown
    }
    // JSON-RPC bodies carry the project id among the parameters.
    const id = projectId ?? (Object(params) as { projectId?: unknown }).projectId
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
