import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters, StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import {
  type AdminItem,
  ITEM_SORTS,
  ITEM_STATES,
  type ItemSort,
  type ItemState,
} from '../contract.admin.ts'
import { ITEM_CATEGORIES, type ItemCategory } from '../item-categories.ts'
import classes from './admin-items.module.css'
import { useAdminItems, useMoveItem } from './data/admin-items.ts'
import { itemName } from './data/items.ts'
import { StickerImage } from './sticker-image.tsx'

/** All stickers, in the order in which they are offered. */
export function AdminItemList() {
  const { t } = useTranslation(['admin-items', 'items'])
  const { query, filter, change } = useListQuery('category', 'status')
  const { search, page, size } = query
  const status = asOneOf<ItemState>(ITEM_STATES, filter.status)
  const answer = useAdminItems({
    search,
    page: `${page}`,
    size: `${size}`,
    category: asOneOf<ItemCategory>(ITEM_CATEGORIES, filter.category),
    status,
    sort: asOneOf<ItemSort>(ITEM_SORTS, query.sort),
  })
  const language = currentLanguage()
  const stateOf = ({ active, sticker, merged_into }: AdminItem) => {
    if (merged_into !== null) return t('states.merged')
    if (!active) return t('states.inactive')
    return sticker ? t('states.active') : t('states.noSticker')
  }
  // Only where each one stands between its neighbours.
  const inOrder = query.sort === '' && search === '' && status === undefined
  const columns: Column<AdminItem>[] = [
    {
      key: 'name',
      title: t('columns.name'),
      sortable: true,
      render: (item) => (
        <div className={classes.item} data-inactive={!item.active || undefined}>
          <StickerImage imagePath={item.image_path} name="" size={48} />
          <div className={classes.words}>
            <Link to={adminPaths.screen('items', item.id)} className={classes.name} lang={language}>
              {itemName(item, language)}
            </Link>
            <span className={classes.phoneOnly}>
              {t(`items:category.${item.category}`)} · {stateOf(item)}
            </span>
          </div>
        </div>
      ),
    },
    {
      key: 'category',
      title: t('columns.category'),
      wide: true,
      render: ({ category }) => t(`items:category.${category}`),
    },
    {
      key: 'letterboxes',
      title: t('columns.letterboxes'),
      ...{ wide: true, right: true, sortable: true },
      render: ({ letterboxes }) => countInWords(letterboxes),
    },
    {
      key: 'requests',
      title: t('columns.requests'),
      ...{ wide: true, right: true, sortable: true },
      render: ({ requests }) => countInWords(requests),
    },
    { key: 'state', title: t('columns.state'), wide: true, render: stateOf },
  ]
  if (inOrder) {
    columns.push({
      key: 'order',
      title: t('columns.order'),
      render: (item) => <MoveButtons item={item} name={itemName(item, language)} />,
    })
  }
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton
          component={Link}
          to={adminPaths.screen('items', 'new')}
          leftSection={<AdminIcon name="plus" />}
        >
          {t('add')}
        </AppButton>
      }
    >
      <ListFilters
        label={t('search')}
        search={search}
        onSearch={(text) => change({ search: text })}
      >
        <SelectField
          label={t('columns.category')}
          value={filter.category}
          onChange={(event) => change({ category: event.currentTarget.value })}
          data={[
            { value: '', label: t('allCategories') },
            ...ITEM_CATEGORIES.map((value) => ({ value, label: t(`items:category.${value}`) })),
          ]}
        />
      </ListFilters>
      <StatusFilter
        label={t('columns.state')}
        value={filter.status}
        onChange={(value) => change({ status: value })}
        options={[
          { value: '', label: t('states.all') },
          ...ITEM_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        answer={answer}
        query={query}
        onQuery={change}
        empty={<EmptyState title={t('empty.title')} body={t('empty.body')} />}
      />
    </AdminPage>
  )
}

/** One place up or down in its category. */
function MoveButtons({ item, name }: { item: AdminItem; name: string }) {
  const { t } = useTranslation('admin-items')
  const { ofError } = useErrorText()
  const move = useMoveItem()
  const press = (to: 'up' | 'down') => {
    if (move.isPending) return
    move.mutate(
      { id: item.id, version: item.version, to },
      { onError: (error) => showToast({ kind: 'warning', message: ofError(error) }) },
    )
  }
  return (
    <div className={classes.move}>
      <AppButton tone="quiet" aria-label={t('moveUp', { name })} onClick={() => press('up')}>
        <AdminIcon name="arrowUp" size={20} />
      </AppButton>
      <AppButton tone="quiet" aria-label={t('moveDown', { name })} onClick={() => press('down')}>
        <AdminIcon name="arrowDown" size={20} />
      </AppButton>
    </div>
  )
}
