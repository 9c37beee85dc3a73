// What a kit needs once something is or was connected: a first visit loads none of it.
export { persist } from './persist.ts'
export { restore } from './restore.ts'
export { resumeSession } from './resume-session.ts'
