//! The layout of the map, and the part of it that is seen. All lengths are CSS pixels.

/// Height of a group's title.
pub const TITLE_HEIGHT: f64 = 20.0;
/// Cells are not drawn larger than this while everything is seen.
const MAX_FIT_CELL: f64 = 96.0;
/// Nobody needs a cell larger than this.
const MAX_ZOOM_CELL: f64 = 240.0;

/// A length in whole pixels.
pub fn to_pixels(length: f64) -> i64 {
    length as i64
}

/// Nodes of one zone.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneGroup {
    /// The zone; empty where nodes tell none.
    pub name: String,
    /// The first of its nodes.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// Where its cells begin.
    pub top: f64,
}

/// Cells in rows, group below group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapLayout {
    /// The groups.
    pub groups: Vec<ZoneGroup>,
    /// Cells in a row.
    pub columns: usize,
    /// Width and height of a cell with the gap to the next one.
    pub pitch: f64,
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
}

/// A way to go from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorMove {
    /// To the one before.
    Left,
    /// To the next one.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the first one.
    First,
    /// To the last one.
    Last,
}

impl MapLayout {
    /// Groups with so many nodes each, in cells as large as the window allows.
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

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.first + group.count)
    }

    fn group_of(&self, index: usize) -> Option<&ZoneGroup> {
        self.groups.get(self.groups.partition_point(|group| group.first + group.count <= index))
    }

    /// Where a cell begins.
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

    /// Where one gets from a cell.
    pub fn move_cursor(&self, from: usize, go: CursorMove) -> usize {
        let last = self.cell_count().saturating_sub(1);
        let at = self.groups.partition_point(|group| group.first + group.count <= from);
        let Some(group) = self.groups.get(at) else { return last };
        let index_in_group = from - group.first;
        let (row, column) = (index_in_group / self.columns, index_in_group % self.columns);
        // A shorter row ends before the column.
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

/// The part of the map that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the map at the left upper corner of the window.
    pub x: f64,
    /// Likewise.
    pub y: f64,
    /// How much larger everything is seen.
    pub zoom: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, zoom: 1.0 }
    }
}

impl Camera {
    /// The point of the map that is seen at a point of the window.
    pub fn map_point(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x + x / self.zoom, self.y + y / self.zoom)
    }

    /// Comes nearer, or goes away, by a factor; what is seen at (x, y) stays there.
    pub fn zoom_at(&mut self, map: &MapLayout, zoom_factor: f64, x: f64, y: f64) {
        let (at_x, at_y) = self.map_point(x, y);
        self.zoom = (self.zoom * zoom_factor).clamp(1.0, (MAX_ZOOM_CELL / map.pitch).max(1.0));
        (self.x, self.y) = (at_x - x / self.zoom, at_y - y / self.zoom);
        self.clamp_to_map(map);
    }

    /// Moves by so much of the window.
    pub fn pan_by(&mut self, map: &MapLayout, x: f64, y: f64) {
        self.x -= x / self.zoom;
        self.y -= y / self.zoom;
        self.clamp_to_map(map);
    }

    /// Shows a cell: comes as near as `pitch` asks for, and moves only if the cell is not in the window.
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
    fn everything_fits_and_every_cell_is_found() {
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
    fn the_cursor_goes_everywhere() {
        let map = MapLayout::new(&zones(&[25, 7, 30]), 100.0, 130.0);
        assert_eq!(map.columns, 10, "{map:?}");
        for (from, go, target_index) in [
            (0, CursorMove::Left, 0),
            (0, CursorMove::Right, 1),
            (3, CursorMove::Down, 13),
            (13, CursorMove::Up, 3),
            // To a shorter row, over a title, and over both.
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
    fn the_camera_keeps_the_point_below_the_pointer() {
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
