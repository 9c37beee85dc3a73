// Modules for a kit that has, or had, a connection; a first visit loads none of them.
export { persist } from './persist.ts'
export { restore } from './restore.ts'
export { resumeSession } from './resume-session.ts'
