import type L from 'leaflet'
import type { Cluster } from '#features/places/letterboxes/contract.ts'
import type { LetterboxKind } from '#features/places/letterboxes/letterbox-kinds.ts'
import type { MarkedLetterbox } from '#features/places/letterboxes/marked-letterbox.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { Box } from './crowding/box-grid.ts'
import { ClusterBadges, controlsOn } from './crowding/cluster-badges.ts'
import { isCrowded } from './crowding/crowding.ts'
import { MarkerClusterGroup } from './crowding/marker-clusters.ts'
import { MarkerTargets } from './crowding/marker-targets.ts'
import { groupByHouse, type House } from './houses.ts'
import { Marker, Point } from './leaflet.ts'
import { type ButtonIcon, clusterIcon, letterboxIcon } from './letterbox-icon.ts'
import { CROWDED_RADIUS, clusterRadius, MAX_ZOOM, SPIDERFY_MULTIPLIER } from './map-limits.ts'
import type { TileContent } from './tiles/letterbox-tiles.ts'

/** Labels of markers for screen readers. */
export interface MarkerTexts {
  language: Language
  letterbox: (kind: LetterboxKind, own: boolean) => string
  /** Turns a marker's label into the label for a silent letterbox. */
  silent: (label: string) => string
  /** The same for one whose things are not free on the days that were searched. */
  taken: (label: string) => string
  house: (count: number) => string
  cluster: (count: number) => string
  /** Puts street and number before a marker's label. */
  at: (address: string, label: string) => string
}

/** The pressed marker: a letterbox, or several in one house. */
export interface MarkerPress {
  ids: string[]
  latitude: number
  longitude: number
}

/** A letterbox, or the spot of a house with several. */
export type FocusedPlace = { id: string; house?: undefined } | { id?: undefined; house: Position }

interface LetterboxLayerOptions {
  texts: MarkerTexts
  animate: boolean
  /** Boxes of the map's place names, in CSS pixels of the whole world at a zoom; badges avoid them. */
  namesAt: (zoom: number) => readonly Box[]
  ownId: string | null
  onPress: (press: MarkerPress) => void
  /** Called with the letterboxes of the hovered or focused marker or cluster; with an empty list when it is left. */
  onPoint: (ids: string[]) => void
}

interface CountedMarker {
  marker: L.Marker
  icon: ButtonIcon
  /** Number of letterboxes that the marker stands for. */
  count: number
  label: () => string
  ids: string[]
}

/**
 * Sorts the marker with the most letterboxes first: the others gather around it, so that clusters stand well apart.
 * Ties are broken by position, so that the order is stable.
 */
function byWeight(a: CountedMarker, b: CountedMarker): number {
  const [spot, other] = [a.marker.getLatLng(), b.marker.getLatLng()]
  return b.count - a.count || spot.lat - other.lat || spot.lng - other.lng
}

/**
 * Pins and the server's clusters in one cluster group. Every marker knows its number of letterboxes, so the numbers on
 * clusters are sums of exact counts at every zoom.
 */
export class LetterboxLayer {
  readonly #map: L.Map
  readonly #options: LetterboxLayerOptions
  readonly #group: L.MarkerClusterGroup
  readonly #badges: ClusterBadges
  readonly #targets: MarkerTargets
  readonly #markers = new Map<string, CountedMarker>()
  readonly #counts = new WeakMap<L.Marker, CountedMarker>()
  #content: TileContent = { pins: [], clusters: [] }
  #isCrowded = false
  #texts: MarkerTexts
  #ownId: string | null
  /** Known streets and numbers by letterbox id. */
  #addresses: ReadonlyMap<string, string> = new Map()
  #selected: { letterbox: MarkedLetterbox; counted: CountedMarker } | null = null
  /** The icon hovered or focused on the map itself. */
  #pointing: ButtonIcon | null = null
  /** The letterbox hovered in a list, and its raised marker. */
  #hovered: { letterbox: MarkedLetterbox; marker: L.Marker; end: () => void } | null = null
  /** The element that has the focus while the map moves, and its markers. */
  #held: { element: HTMLElement; markers: CountedMarker[] } | null = null

  constructor(map: L.Map, options: LetterboxLayerOptions) {
    this.#map = map
    this.#options = options
    this.#texts = options.texts
    this.#ownId = options.ownId
    this.#badges = new ClusterBadges(map, options.namesAt)
    this.#targets = new MarkerTargets({
      panes: [map.getPane('markerPane'), map.getPane(this.#badges.pane)],
      controls: () => controlsOn(map),
      // At the last zoom, markers cannot be separated further.
      keepsAll: () => map.getZoom() >= MAX_ZOOM,
      // Runs late, so that the notes on the map are up to date.
      settled: () => this.placeBadges(),
    })
    this.#group = new MarkerClusterGroup({
      clusterPane: this.#badges.pane,
      maxClusterRadius: (zoom) => (this.#isCrowded ? CROWDED_RADIUS : clusterRadius(zoom)),
      spiderfyDistanceMultiplier: SPIDERFY_MULTIPLIER,
      showCoverageOnHover: false,
      zoomToBoundsOnClick: false,
      spiderfyOnMaxZoom: false,
      // The content changes with the zoom, so animating old clusters would only cost time.
      animate: false,
      spiderLegPolylineOptions: { weight: 2, color: '#16324f', opacity: 0.6 },
      iconCreateFunction: (cluster) => {
        const { count, heaviest } = this.#sumOf(cluster)
        // The plugin would use the unweighted mean of the markers, regardless of how many letterboxes each stands for.
        if (heaviest) cluster.setLatLng(heaviest.getLatLng())
        const icon = clusterIcon(count, this.#texts.cluster(count), this.#texts.language)
        icon.onPoint = (pointed) => this.#point(icon, pointed ? this.#idsOf(cluster) : [])
        return icon
      },
    })
    this.#group.on('clusterclick', (event: L.LeafletEvent) =>
      this.#openCluster(event.propagatedFrom as L.MarkerCluster),
    )
    map.addLayer(this.#group)
    map.on('moveend', this.#moved)
    map.on('movestart', this.#holdFocus)
    map.on('moveend', this.#giveFocusBack)
  }

  /** Shows new content and keeps the markers that stay. */
  setContent(content: TileContent): void {
    this.#content = content
    const wantedMarkers = new Map<string, () => CountedMarker>()
    for (const house of groupByHouse(content.pins)) {
      if (this.#isSelected(house)) continue
      wantedMarkers.set(house.key, () => this.#houseMarker(house))
    }
    for (const cluster of content.clusters) {
      const { latitude, longitude, count } = cluster
      wantedMarkers.set(`${latitude} ${longitude} x${count}`, () => this.#clusterMarker(cluster))
    }
    this.#holdFocus()
    let isChanged = false
    for (const key of this.#markers.keys()) {
      if (wantedMarkers.has(key)) continue
      this.#markers.delete(key)
      isChanged = true
    }
    for (const [key, create] of wantedMarkers) {
      if (this.#markers.has(key)) continue
      const counted = create()
      this.#markers.set(key, counted)
      this.#counts.set(counted.marker, counted)
      isChanged = true
    }
    if (isChanged) this.#drawAnew()
    this.#giveFocusBack()
    this.#moved()
  }

  /**
   * Adds all markers at once in a fixed order, so that the clusters depend neither on the order of arrival nor on
   * earlier content.
   */
  #drawAnew(): void {
    this.#isCrowded = isCrowded(this.#content.clusters, this.#map.getZoom())
    this.#group.clearLayers()
    const inOrder = [...this.#markers.values()].sort(byWeight)
    this.#group.addLayers(inOrder.map(({ marker }) => marker))
  }

  /** Redraws the markers, because the user's own letterbox has a different look and label. */
  setOwn(ownId: string | null): void {
    if (ownId === this.#ownId) return
    this.#ownId = ownId
    this.#markers.clear()
    const selected = this.#selected?.letterbox ?? null
    // Both calls redraw the markers.
    if (selected) this.select(null)
    else this.setContent(this.#content)
    this.select(selected)
  }

  /** Only this copy of the letterbox; its copies on neighbouring worlds stay as they are. */
  #isSelected({ ids, longitude }: House): boolean {
    const selected = this.#selected
    if (!selected || !ids.includes(selected.letterbox.id)) return false
    return Math.abs(selected.counted.marker.getLatLng().lng - longitude) < 180
  }

  /** Shows the selected letterbox outside all clusters, so that it is always visible. */
  select(letterbox: MarkedLetterbox | null): void {
    if (letterbox?.id === this.#selected?.letterbox.id) return
    this.#selected?.counted.marker.remove()
    this.#selected = null
    if (letterbox) {
      const counted = this.#houseMarker({
        ...letterbox,
        key: letterbox.id,
        ids: [letterbox.id],
        silent: letterbox.silent ?? false,
        taken: letterbox.taken ?? false,
      })
      counted.marker.setZIndexOffset(1000).addTo(this.#map)
      counted.icon.element?.classList.add('is-selected')
      counted.icon.element?.setAttribute('aria-current', 'true')
      this.#selected = { letterbox, counted }
    }
    this.setContent(this.#content)
  }

  /** Raises the marker of the letterbox that is hovered in the list, taking it out of its cluster if necessary. */
  hover(letterbox: MarkedLetterbox | null): void {
    if (letterbox?.id === this.#hovered?.letterbox.id) return
    this.#hovered?.end()
    this.#hovered = letterbox && { letterbox, ...this.#lift(letterbox) }
  }

  /** `end` lowers the marker again. */
  #lift(letterbox: MarkedLetterbox): { marker: L.Marker; end: () => void } {
    const shownMarker = [...this.#markers.values()].find(
      ({ ids, icon }) => ids.includes(letterbox.id) && icon.element?.isConnected,
    )
    if (shownMarker) {
      const { marker, icon } = shownMarker
      icon.element?.classList.add('is-hovered')
      marker.setZIndexOffset(1000)
      const end = () => {
        icon.element?.classList.remove('is-hovered')
        marker.setZIndexOffset(0)
      }
      return { marker, end }
    }
    const icon = letterboxIcon(letterbox.kind, {
      label: '',
      own: false,
      silent: letterbox.silent ?? false,
      taken: letterbox.taken ?? false,
      count: 1,
    })
    const spot: L.LatLngTuple = [letterbox.latitude, letterbox.longitude]
    // Above the badges of clusters and not pressable, because the user presses the row in the list.
    const above = { icon, interactive: false, keyboard: false, pane: 'tooltipPane' }
    const marker = new Marker(spot, above).addTo(this.#map)
    icon.element?.classList.add('is-hovered')
    icon.element?.setAttribute('aria-hidden', 'true')
    return { marker, end: () => marker.remove() }
  }

  /** Focuses the marker of a letterbox or a house; returns false if none is visible. */
  focus({ id, house }: FocusedPlace): boolean {
    const focusable = [...this.#markers.values()].filter(({ ids, marker }) =>
      house ? marker.getLatLng().equals([house.latitude, house.longitude], 2e-6) : ids.includes(id),
    )
    // One of its copies on several worlds is visible.
    return focusable.some((counted) => this.#focusOn(counted))
  }

  setTexts(texts: MarkerTexts): void {
    this.#texts = texts
    this.#setLabels()
    this.#group.refreshClusters()
  }

  /** Sets the street and number of letterboxes for screen readers. */
  setAddresses(addresses: ReadonlyMap<string, string>): void {
    this.#addresses = addresses
    this.#setLabels()
  }

  #setLabels(): void {
    for (const { icon, label } of this.#markers.values()) icon.setLabel(label())
    this.#selected?.counted.icon.setLabel(this.#selected.counted.label())
  }

  destroy(): void {
    this.hover(null)
    this.#selected?.counted.marker.remove()
    this.#map.off('moveend', this.#moved)
    this.#map.off('movestart', this.#holdFocus)
    this.#map.off('moveend', this.#giveFocusBack)
    this.#targets.destroy()
    this.#group.remove()
    this.#markers.clear()
  }

  /** Sets the height in CSS pixels that a panel covers at the lower edge; badges avoid it. */
  setCovered(pixels: number): void {
    this.#badges.setCovered(pixels)
    this.#moved()
  }

  readonly #holdFocus = () => {
    const { activeElement } = document
    const container = this.#map.getContainer()
    const inside = activeElement !== container && container.contains(activeElement)
    if (!inside || !(activeElement instanceof HTMLElement)) return
    const markers = [...this.#markers.values()].filter(
      ({ marker }) => this.#group.getVisibleParent(marker)?.getElement() === activeElement,
    )
    this.#held = { element: activeElement, markers }
  }

  /**
   * Restores the focus after markers were redrawn. If the focused marker is gone, as clusters may be, focuses the
   * marker that now holds its letterboxes, or else the map.
   */
  readonly #giveFocusBack = () => {
    const heldFocus = this.#held
    this.#held = null
    if (!heldFocus || document.activeElement !== document.body) return
    const isBack = (counted: CountedMarker) =>
      this.#focusOn(counted) || counted.ids.some((id) => this.focus({ id }))
    if (heldFocus.element.isConnected) heldFocus.element.focus({ preventScroll: true })
    else if (!heldFocus.markers.some(isBack))
      this.#map.getContainer().focus({ preventScroll: true })
  }

  /** Focuses a marker or its cluster; returns false if neither is visible. */
  #focusOn({ marker }: CountedMarker): boolean {
    const element = this.#group.getVisibleParent(marker)?.getElement()
    element?.focus({ preventScroll: true })
    return element !== undefined && element === document.activeElement
  }

  readonly #moved = () => {
    // An element that is removed under the pointer fires no event.
    if (this.#pointing && !this.#pointing.element?.isConnected) this.#point(this.#pointing, [])
    const hovered = this.#hovered
    const lifted = hovered?.marker.getElement()
    // The marker went into a cluster or was redrawn, so it is raised again.
    if (hovered && !(lifted?.isConnected && lifted.classList.contains('is-hovered'))) {
      this.hover(null)
      this.hover(hovered.letterbox)
    }
    this.placeBadges()
    this.#targets.sortOutSoon()
  }

  /** Keeps badges clear of each other, of controls and of place names. */
  placeBadges(): void {
    this.#badges.place(this.#selected?.counted.icon.element ?? null)
  }

  #houseMarker({ ids, kind, silent, taken, latitude, longitude }: House): CountedMarker {
    const isOwn = this.#ownId !== null && ids.includes(this.#ownId)
    const label = () => {
      const texts = this.#texts
      const what = ids.length > 1 ? texts.house(ids.length) : texts.letterbox(kind, isOwn)
      const lasting = silent ? texts.silent(what) : what
      const label = taken ? texts.taken(lasting) : lasting
      const address = ids.flatMap((id) => this.#addresses.get(id) ?? [])[0]
      return address && !isOwn ? texts.at(address, label) : label
    }
    const icon = letterboxIcon(kind, {
      label: label(),
      own: isOwn,
      silent,
      taken,
      count: ids.length,
    })
    const marker = new Marker([latitude, longitude], { icon, riseOnHover: true })
    marker.on('click', () => this.#options.onPress({ ids, latitude, longitude }))
    icon.onPoint = (pointed) => this.#point(icon, pointed ? ids : [])
    return { marker, icon, count: ids.length, label, ids }
  }

  #clusterMarker({ latitude, longitude, count }: Cluster): CountedMarker {
    const label = () => this.#texts.cluster(count)
    const icon = clusterIcon(count, label(), this.#texts.language)
    const marker = new Marker([latitude, longitude], { icon, pane: this.#badges.pane })
    marker.on('click', () => {
      if (this.#map.getZoom() < MAX_ZOOM) this.#zoomTo(marker.getLatLng(), 2)
      else this.#options.onPress({ ids: [], latitude, longitude })
    })
    return { marker, icon, count, label, ids: [] }
  }

  #sumOf(cluster: L.MarkerCluster): { count: number; heaviest: L.Marker | undefined } {
    const markers = cluster
      .getAllChildMarkers()
      .flatMap((marker) => this.#counts.get(marker) ?? [])
      .sort(byWeight)
    const count = markers.reduce((sum, counted) => sum + counted.count, 0)
    return { count, heaviest: markers[0]?.marker }
  }

  #point(icon: ButtonIcon, ids: string[]): void {
    this.#pointing = ids.length > 0 ? icon : null
    this.#options.onPoint(ids)
  }

  #idsOf(cluster: L.MarkerCluster): string[] {
    return cluster.getAllChildMarkers().flatMap((marker) => this.#counts.get(marker)?.ids ?? [])
  }

  #openCluster(cluster: L.MarkerCluster): void {
    const zoom = this.#map.getZoom()
    if (zoom >= MAX_ZOOM) {
      this.#spread(cluster)
      return
    }
    const bounds = cluster.getBounds()
    const fitting = this.#map.getBoundsZoom(bounds, false, new Point(120, 120))
    if (fitting <= zoom) this.#zoomTo(bounds.getCenter(), 1)
    else this.#move(bounds.getCenter(), Math.min(fitting, zoom + 4, MAX_ZOOM))
  }

  #spread(cluster: L.MarkerCluster): void {
    import('./crowding/spread.ts')
      .then(({ spread }) => {
        // The map may have moved or been destroyed meanwhile.
        if (cluster.getElement()?.isConnected) spread(cluster, this.#group, this.#map)
      })
      // Offline, the letterboxes of this spot are still in the list beside the map.
      .catch(() => undefined)
  }

  #zoomTo(centre: L.LatLng, steps: number): void {
    this.#move(centre, Math.min(MAX_ZOOM, this.#map.getZoom() + steps))
  }

  #move(centre: L.LatLng, zoom: number): void {
    this.#map.setView(centre, zoom, { animate: this.#options.animate })
  }
}
