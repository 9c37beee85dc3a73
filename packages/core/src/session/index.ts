// The modules that a kit needs only when it has, or had, a connection; a first visit to a page
// loads none of them.
export { persist } from './persist.ts'
export { restore } from './restore.ts'
export { resumeSession } from './resume-session.ts'
