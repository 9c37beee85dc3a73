import { readProject } from '../read-project.ts'
import { openWorkerScripts } from '../worker/scripts.ts'
import { startFrame } from './start-frame.ts'

const project = readProject(document)
if (project && window.parent !== window) startFrame(window, project, openWorkerScripts())
