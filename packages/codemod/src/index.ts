export { migrateFolder } from './migrate-folder.ts'
export type { MigrationReport, Note } from './report.ts'
