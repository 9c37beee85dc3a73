import type { OperatorProject } from '@latchkey/protocol'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { projectSchema } from '../../base/config/projects.ts'
import { deletedPath, readProject } from '../../data/database-projects.ts'
import { settings } from '../../data/operator-schema.ts'
import type { Project } from '../../data/project-store.ts'
import { features, origins, projects } from '../../data/schema.ts'
import type { Sql } from '../../data/sql.ts'
import { Fault } from './fault.ts'

const withUniqueFeatures = <
  S extends z.ZodType<{ readonly features: readonly { readonly id: string }[] }>,
>(
  shape: S,
): S =>
  shape.refine(({ features: list }) => new Set(list.map(({ id }) => id)).size === list.length, {
    path: ['features'],
    error: 'names a feature twice',
  }) as unknown as S

/** Body of `POST /operator/v1/projects`: a project in the form that the configuration file has. */
export const newProjectShape = withUniqueFeatures(projectSchema)
/** Body of `PUT /operator/v1/projects/{id}`: a whole project without its id. */
export const projectShape = withUniqueFeatures(projectSchema.omit({ id: true }))

type ProjectEdit = z.output<typeof projectShape>

const maxProjects = 1_000
const findProjectFix = 'Look at the list of projects'

/** Lists all projects, sorted by id, in one statement. */
export async function listProjects(db: Sql): Promise<OperatorProject[]> {
  const selectList = (table: typeof origins | typeof features, item: SQL): SQL<string> =>
    sql<string>`(select coalesce(jsonb_agg(${item}), '[]') from ${table} where ${table.projectId} = "projects"."id")::text`
  const featureJson = sql`jsonb_build_object('id', ${features.id}, 'isEnabled', ${features.isEnabled}, 'config', ${features.config})`
  const rows = await db
    .select({
      row: projects,
      origins: selectList(origins, sql`${origins.origin}`),
      features: selectList(features, featureJson),
    })
    .from(projects)
    .orderBy(asc(projects.id))
  return rows.map(({ row, ...lists }) =>
    toOperatorProject(row, {
      origins: JSON.parse(lists.origins),
      features: JSON.parse(lists.features),
    }),
  )
}

async function readOperatorProject(
  db: Sql,
  row: typeof projects.$inferSelect,
): Promise<OperatorProject> {
  return toOperatorProject(row, await readProject(db, row))
}

function toOperatorProject(
  row: typeof projects.$inferSelect,
  project: Pick<Project, 'origins' | 'features'>,
): OperatorProject {
  return {
    id: row.id,
    source: row.source === 'file' || row.source === 'closed' ? row.source : 'dashboard',
    origins: [...project.origins].sort(),
    features: [...project.features].sort((left, right) => (left.id < right.id ? -1 : 1)),
    analytics: row.isAnalyticsEnabled,
  }
}

/** Finds a project by its id. @throws a fault `not-found` */
export async function findOperatorProject(db: Sql, id: string): Promise<OperatorProject> {
  const [row] = await db.select().from(projects).where(eq(projects.id, id))
  if (!row) throw new Fault('not-found', 'There is no such project', findProjectFix)
  return readOperatorProject(db, row)
}

/**
 * Creates a project.
 * @param isDevelopment - whether the id `demo` is allowed, as it is in the configuration file
 * @throws a fault: `exists`, `invalid`
 */
export async function createProject(
  db: Sql,
  { id, ...edit }: z.output<typeof newProjectShape>,
  isDevelopment: boolean,
): Promise<OperatorProject> {
  if (id === 'demo' && !isDevelopment)
    throw new Fault('invalid', '"demo" is for development', 'Give the project a name of its own', {
      field: 'id',
    })
  if ((await db.$count(projects)) >= maxProjects)
    throw new Fault('invalid', `There are ${maxProjects} projects already`, 'Delete one')
  await db.transaction(async (tx) => {
    const insertedRows = await tx
      .insert(projects)
      .values({ id, source: 'dashboard', isAnalyticsEnabled: edit.analytics })
      .onConflictDoNothing()
      .returning()
    if (!insertedRows.length)
      throw new Fault('exists', `There is a project ${id} already`, 'Choose another name', {
        field: 'id',
      })
    await tx.delete(settings).where(eq(settings.path, deletedPath(id)))
    await writeProjectLists(tx, id, edit)
  })
  return findOperatorProject(db, id)
}

/**
 * Replaces the settings of a project; from then on the configuration file no longer changes it. A
 * closed project is opened again.
 * @throws a fault `not-found`
 */
export async function changeProject(
  db: Sql,
  id: string,
  edit: ProjectEdit,
): Promise<OperatorProject> {
  await db.transaction(async (tx) => {
    const updatedRows = await tx
      .update(projects)
      .set({ source: 'dashboard', isAnalyticsEnabled: edit.analytics })
      .where(eq(projects.id, id))
      .returning()
    if (!updatedRows.length)
      throw new Fault('not-found', 'There is no such project', findProjectFix)
    await tx.delete(origins).where(eq(origins.projectId, id))
    await tx.delete(features).where(eq(features.projectId, id))
    await writeProjectLists(tx, id, edit)
  })
  return findOperatorProject(db, id)
}

/**
 * Deletes a project with its events. A project that the configuration file names stays deleted at
 * the next start.
 * @throws a fault `not-found`
 */
export async function deleteProject(db: Sql, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(projects).where(eq(projects.id, id)).returning()
    if (!gone) throw new Fault('not-found', 'There is no such project', findProjectFix)
    // For a project that the configuration file no longer names, the deletion is not recorded: it
    // may return when the file names it again.
    if (gone.source === 'closed') return
    const row = { value: true, changedAt: new Date() }
    await tx
      .insert(settings)
      .values({ path: deletedPath(id), ...row })
      .onConflictDoUpdate({ target: settings.path, set: row })
  })
}

async function writeProjectLists(tx: Sql, id: string, edit: ProjectEdit): Promise<void> {
  const uniqueOrigins = [...new Set(edit.origins)]
  if (uniqueOrigins.length)
    await tx.insert(origins).values(uniqueOrigins.map((origin) => ({ projectId: id, origin })))
  if (edit.features.length)
    await tx.insert(features).values(
      edit.features.map((feature) => ({
        projectId: id,
        id: feature.id,
        isEnabled: feature.isEnabled,
        config: feature.config ?? null,
      })),
    )
}
