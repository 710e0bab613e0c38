//! The layout of the map, and its visible part. All lengths are CSS pixels.

/// The height of a zone's title.
pub const TITLE_HEIGHT: f64 = 20.0;
/// The maximal cell size while everything is visible.
const MAX_FIT_CELL: f64 = 96.0;
/// The maximal cell size when zoomed in.
const MAX_ZOOM_CELL: f64 = 240.0;

/// A length in whole pixels.
pub fn to_pixels(length: f64) -> i64 {
    length as i64
}

/// The nodes of a zone.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneGroup {
    /// The name of the zone; empty for nodes without one.
    pub name: String,
    /// The index of its first node.
    pub first: usize,
    /// The number of its nodes.
    pub count: usize,
    /// The y of its first row of cells.
    pub top: f64,
}

/// Rows of cells, zone below zone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapLayout {
    pub groups: Vec<ZoneGroup>,
    /// The number of cells in a row.
    pub columns: usize,
    /// The width and height of a cell, including the gap to the next one.
    pub pitch: f64,
    /// The total width.
    pub width: f64,
    /// The total height.
    pub height: f64,
}

/// A movement of the cursor between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorMove {
    /// To the previous cell.
    Left,
    /// To the next cell.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the first cell.
    First,
    /// To the last cell.
    Last,
}

impl MapLayout {
    /// The layout for groups, as (name, number of nodes), with cells as large as the window allows.
    pub fn new(groups: &[(String, usize)], width: f64, height: f64) -> Self {
        let titled = groups.len() > 1 || groups.iter().any(|(name, _)| !name.is_empty());
        let title = if titled { TITLE_HEIGHT } else { 0.0 };
        let columns = |pitch: f64| ((width / pitch) as usize).max(1);
        let rows = |pitch: f64| groups.iter().map(|(_, count)| count.div_ceil(columns(pitch))).sum::<usize>();
        let high = |pitch: f64| rows(pitch) as f64 * pitch + title * groups.len() as f64;
        let sizes = (6..=MAX_FIT_CELL as u32 * 2).rev().map(|half| f64::from(half) / 2.0);
        let pitch = sizes.into_iter().find(|pitch| high(*pitch) <= height).unwrap_or(3.0);
        let columns = columns(pitch);
        let (mut first, mut top) = (0, 0.0);
        let groups = groups.iter().map(|(name, count)| {
            let group = ZoneGroup { name: name.clone(), first, count: *count, top: top + title };
            first += count;
            top += title + count.div_ceil(columns) as f64 * pitch;
            group
        });
        let groups = groups.collect();
        Self { groups, columns, pitch, width, height: top.max(height) }
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.first + group.count)
    }

    fn group_of(&self, index: usize) -> Option<&ZoneGroup> {
        self.groups.get(self.groups.partition_point(|group| group.first + group.count <= index))
    }

    /// The upper left corner of a cell.
    pub fn cell_origin(&self, index: usize) -> (f64, f64) {
        let Some(group) = self.group_of(index) else { return (0.0, 0.0) };
        let index_in_group = index - group.first;
        (
            (index_in_group % self.columns) as f64 * self.pitch,
            group.top + (index_in_group / self.columns) as f64 * self.pitch,
        )
    }

    /// The cell at a point.
    pub fn cell_at(&self, x: f64, y: f64) -> Option<usize> {
        let group = self.groups.iter().rev().find(|group| group.top <= y)?;
        let (column, row) = ((x / self.pitch) as usize, ((y - group.top) / self.pitch) as usize);
        let index_in_group = row * self.columns + column;
        (x >= 0.0 && column < self.columns && index_in_group < group.count).then_some(group.first + index_in_group)
    }

    /// The cell after a movement of the cursor.
    pub fn move_cursor(&self, from: usize, go: CursorMove) -> usize {
        let last = self.cell_count().saturating_sub(1);
        let at = self.groups.partition_point(|group| group.first + group.count <= from);
        let Some(group) = self.groups.get(at) else { return last };
        let index_in_group = from - group.first;
        let (row, column) = (index_in_group / self.columns, index_in_group % self.columns);
        // A shorter row may end before the column.
        let cell = |group: &ZoneGroup, row: usize| group.first + (row * self.columns + column).min(group.count - 1);
        let rows = |group: &ZoneGroup| group.count.div_ceil(self.columns);
        match go {
            CursorMove::Left => from.saturating_sub(1),
            CursorMove::Right => (from + 1).min(last),
            CursorMove::First => 0,
            CursorMove::Last => last,
            CursorMove::Up if row > 0 => cell(group, row - 1),
            CursorMove::Up => at.checked_sub(1).map_or(from, |at| cell(&self.groups[at], rows(&self.groups[at]) - 1)),
            CursorMove::Down if row + 1 < rows(group) => cell(group, row + 1),
            CursorMove::Down => self.groups.get(at + 1).map_or(from, |group| cell(group, 0)),
        }
    }
}

/// The visible part of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The x of the map at the left edge of the window.
    pub x: f64,
    /// The y of the map at the top edge of the window.
    pub y: f64,
    /// The magnification, at least 1.
    pub zoom: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, zoom: 1.0 }
    }
}

impl Camera {
    /// A lens: a cell in the middle of a square window, with cells of this size.
    pub fn lens(map: &MapLayout, index: usize, pitch: f64, window: f64) -> Self {
        let zoom = pitch / map.pitch;
        let (x, y) = map.cell_origin(index);
        let to_edge = window / zoom / 2.0 - map.pitch / 2.0;
        Self { x: x - to_edge, y: y - to_edge, zoom }
    }

    /// The point of the map at a point of the window.
    pub fn map_point(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x + x / self.zoom, self.y + y / self.zoom)
    }

    /// Zooms by a factor and keeps the point at (x, y) of the window.
    pub fn zoom_at(&mut self, map: &MapLayout, zoom_factor: f64, x: f64, y: f64) {
        let (at_x, at_y) = self.map_point(x, y);
        self.zoom = (self.zoom * zoom_factor).clamp(1.0, (MAX_ZOOM_CELL / map.pitch).max(1.0));
        (self.x, self.y) = (at_x - x / self.zoom, at_y - y / self.zoom);
        self.clamp_to_map(map);
    }

    /// Moves the map by this distance in the window.
    pub fn pan_by(&mut self, map: &MapLayout, x: f64, y: f64) {
        self.x -= x / self.zoom;
        self.y -= y / self.zoom;
        self.clamp_to_map(map);
    }

    /// Makes a cell visible: zooms in until cells have at least this `pitch`, and moves only if the cell is outside the window.
    pub fn show_cell(&mut self, map: &MapLayout, index: usize, pitch: f64) {
        if map.pitch * self.zoom < pitch {
            self.zoom = (pitch / map.pitch).max(1.0);
            let (x, y) = map.cell_origin(index);
            let half = map.pitch / 2.0;
            (self.x, self.y) = (x + half - map.width / self.zoom / 2.0, y + half - map.height / self.zoom / 2.0);
        }
        let (x, y) = map.cell_origin(index);
        let (wide, high) = (map.width / self.zoom - map.pitch, map.height / self.zoom - map.pitch);
        self.x = self.x.clamp(x - wide.max(0.0), x);
        self.y = self.y.clamp(y - high.max(0.0), y);
        self.clamp_to_map(map);
    }

    fn clamp_to_map(&mut self, map: &MapLayout) {
        self.x = self.x.clamp(0.0, map.width - map.width / self.zoom);
        self.y = self.y.clamp(0.0, map.height - map.height / self.zoom);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zones(counts: &[usize]) -> Vec<(String, usize)> {
        counts.iter().enumerate().map(|(at, count)| (format!("zone-{at}"), *count)).collect()
    }

    #[test]
    fn all_cells_fit_and_are_found_by_position() {
        for (counts, width, height) in [
            (&[1667, 1667, 1666][..], 1000.0, 560.0),
            (&[5000], 366.0, 420.0),
            (&[3], 900.0, 500.0),
            (&[], 300.0, 200.0),
        ] {
            let map = MapLayout::new(&zones(counts), width, height);
            assert!(map.height <= height && map.columns as f64 * map.pitch <= width, "{counts:?} {map:?}");
            assert_eq!(map.cell_count(), counts.iter().sum::<usize>());
            for index in 0..map.cell_count() {
                let (x, y) = map.cell_origin(index);
                assert_eq!(map.cell_at(x + map.pitch / 2.0, y + map.pitch / 2.0), Some(index));
            }
            assert_eq!((map.cell_at(-1.0, 30.0), map.cell_at(width + 100.0, 30.0)), (None, None));
        }
    }

    #[test]
    fn the_cursor_reaches_all_cells() {
        let map = MapLayout::new(&zones(&[25, 7, 30]), 100.0, 130.0);
        assert_eq!(map.columns, 10, "{map:?}");
        for (from, go, target_index) in [
            (0, CursorMove::Left, 0),
            (0, CursorMove::Right, 1),
            (3, CursorMove::Down, 13),
            (13, CursorMove::Up, 3),
            // To a shorter row, across a title, and both.
            (18, CursorMove::Down, 24),
            (22, CursorMove::Down, 27),
            (27, CursorMove::Up, 22),
            (29, CursorMove::Up, 24),
            (39, CursorMove::Up, 31),
            (61, CursorMove::Down, 61),
            (4, CursorMove::Up, 4),
            (30, CursorMove::First, 0),
            (30, CursorMove::Last, 61),
        ] {
            assert_eq!(map.move_cursor(from, go), target_index, "{from} {go:?}");
        }
    }

    #[test]
    fn a_lens_has_its_cell_in_the_middle() {
        let map = MapLayout::new(&zones(&[5000]), 1000.0, 500.0);
        let camera = Camera::lens(&map, 1234, 34.0, 102.0);
        let (x, y) = camera.map_point(51.0, 51.0);
        assert_eq!(map.cell_at(x, y), Some(1234));
        assert!((map.pitch * camera.zoom - 34.0).abs() < 1e-9);
    }

    #[test]
    fn zooming_keeps_the_point_below_the_pointer() {
        let map = MapLayout::new(&zones(&[5000]), 1000.0, 500.0);
        let mut camera = Camera::default();
        let before = camera.map_point(300.0, 200.0);
        camera.zoom_at(&map, 2.0, 300.0, 200.0);
        let after = camera.map_point(300.0, 200.0);
        assert!((before.0 - after.0).abs() + (before.1 - after.1).abs() < 1e-9 && camera.zoom > 1.9);
        camera.zoom_at(&map, 0.01, 0.0, 0.0);
        assert_eq!(camera, Camera::default());
        camera.show_cell(&map, 4999, 60.0);
        let (x, y) = map.cell_origin(4999);
        let (left, top) = camera.map_point(0.0, 0.0);
        assert!(map.pitch * camera.zoom >= 59.9 && x >= left && y >= top && x < left + 1000.0 / camera.zoom);
    }
}
