/** What the pages outside the chat show of a Superset (GET /api/environments/{env}/...). */

export interface DashboardItem {
  id: string;
  uuid: string;
  title: string;
  url: string | null;
  published: boolean;
  owners: string[];
  tags: string[];
  changed_at: string | null;
  changed_by: string | null;
}

export interface DashboardDetail extends DashboardItem {
  charts: { id: string; uuid: string; title: string; viz_type: string; dataset_id: string | null }[];
  datasets: { id: string; uuid: string; title: string }[];
}

export interface DatasetItem {
  id: string;
  uuid: string;
  title: string;
  schema: string | null;
  database: { id: string; title: string };
  kind: 'physical' | 'virtual';
}
