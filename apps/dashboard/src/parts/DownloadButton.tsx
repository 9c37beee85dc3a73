import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { Icon } from './Icon.tsx'
import { useShowStatus } from './Status.tsx'
import { saveBlob } from './save-blob.ts'

/** A button that saves a list as a CSV file. A second press while the list loads does nothing. */
export function DownloadButton({
  fileName,
  load,
}: {
  readonly fileName: string
  readonly load: () => Promise<Blob>
}): ReactElement {
  const showStatus = useShowStatus()
  const [isBusy, setBusy] = useState(false)
  const saveList = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      saveBlob(await load(), fileName)
    } catch (error) {
      showStatus(toFault(error).reason)
    }
    setBusy(false)
  }
  return (
    <button type="button" className="small" aria-disabled={isBusy} onClick={() => void saveList()}>
      <Icon name="download" />
      Download CSV
    </button>
  )
}
