import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { reloadUser } from '#features/people/accounts/web/data/door.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Position } from '#platform/shared/geography.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { letterboxesApi } from '../../contract.ts'

/** Reloads the account and invalidates cached letterboxes after a change. */
async function showChange(): Promise<User> {
  queryClient.invalidateQueries({ queryKey: ['letterboxes'] })
  return reloadUser()
}

export function useUpdateAddress() {
  return useMutation({
    mutationFn: async (body: BodyInput<typeof letterboxesApi.updateAddress>) => {
      await call('POST /letterboxes/updateLetterboxAddress', { body })
      return showChange()
    },
  })
}

/** Saves the spot and also shows the letterbox on the map. */
export function useUpdateLocation() {
  return useMutation({
    mutationFn: async (spot: Position & { unseen?: true; certain?: true }) => {
      await call('POST /letterboxes/updateLetterboxLocation', {
        body: { ...spot, show_on_map: true },
      })
      return showChange()
    },
  })
}

/** Whether the server rejected a spot that does not fit the address; the user must then confirm it. */
export const isSpotElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.latitude?.[0] === VALIDATION.spotElsewhere

interface OwnItems {
  selected: number[]
  /** Items whose number of copies changed. */
  several: BodyInput<typeof letterboxesApi.updateItemCopies>[]
  /** Items whose line changed. */
  lines: BodyInput<typeof letterboxesApi.updateItemLine>[]
}

/** @throws {ApiError} with the error under `lines.12` if the line of item 12 is rejected */
async function saveLine(body: OwnItems['lines'][number]): Promise<void> {
  try {
    await call('POST /letterboxes/updateItemLine', { body })
  } catch (error) {
    const line = error instanceof ApiError ? error.errors.line : undefined
    if (!(error instanceof ApiError) || !line) throw error
    throw new ApiError(error.status, error.code, error.message, { [`lines.${body.item_id}`]: line })
  }
}

export function useUpdateItems() {
  return useMutation({
    mutationFn: async ({ selected, several, lines }: OwnItems) => {
      await call('POST /letterboxes/updateLetterboxItems', {
        body: { selected_items_id: selected },
      })
      for (const body of several) await call('POST /letterboxes/updateItemCopies', { body })
      for (const body of lines) await saveLine(body)
      return showChange()
    },
  })
}

/** Sends the code from a parcel as typed. */
export function useVerifyByParcel() {
  return useMutation({
    mutationFn: async (code: string) => {
      await call('POST /letterboxes/verifyByParcel', { body: { code } })
      return showChange()
    },
  })
}

export type GeocodableAddress = Pick<PostalAddress, 'address' | 'postcode' | 'city' | 'country'>

function geocodingOptions(address: GeocodableAddress) {
  return queryOptions<GeocodingResult | false>({
    queryKey: ['geocoding', address],
    queryFn: ({ signal }) => call('POST /map/geocoding', { body: address, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The position of an address, or false if it was not found. Loads only if enabled. */
export function useGeocoding(address: GeocodableAddress, enabled: boolean) {
  return useQuery({ ...geocodingOptions(address), enabled })
}

/** The position of an address, or null. A failed look-up must not block the user. */
export async function findAddress(address: GeocodableAddress): Promise<GeocodingResult | null> {
  const result = await queryClient.fetchQuery(geocodingOptions(address)).catch(() => false as const)
  return result || null
}
