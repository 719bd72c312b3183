import { useDownloadData } from '#features/people/accounts/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

/** Downloads everything the app knows about the user as a JSON file. */
export function DownloadDataButton() {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const download = useDownloadData()

  const save = () => {
    download.mutate(undefined, {
      onSuccess: (data) => {
        const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
        saveFile(`${t('data.fileName')}-${new Date().toISOString().slice(0, 10)}.json`, json)
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
