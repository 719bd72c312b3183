import { useDownloadData } from '../../data/accounts.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.ts'

/** Saves everything the app knows about its user as a JSON file. */
export function DownloadDataButton() {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const download = useDownloadData()

  const save = () => {
    download.mutate(undefined, {
      onSuccess: (data) => {
        saveFile(`letterlend-${new Date().toISOString().slice(0, 10)}.json`, data)
        showToast({ message: t('data.saved') })
      },
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })
  }

  return (
    <AppButton
      tone="secondary"
      loading={download.isPending}
      leftSection={<Icon name="download" />}
      onClick={save}
    >
      {t('data.download')}
    </AppButton>
  )
}

function saveFile(name: string, data: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
