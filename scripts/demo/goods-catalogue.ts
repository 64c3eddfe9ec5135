/** What the demonstration has in stock and in its shop. */

export interface MaterialSeed {
  /** The beginning of its code. */
  code: string;
  name: string;
  spec: string;
  unit: string;
  /** At the beginning. */
  stock: number;
  safety: number;
  priceFen: number;
  /** Ends below the safety quantity. */
  low?: true;
}

export const MATERIALS: readonly MaterialSeed[] = [
  { code: 'HL', name: '一次性护理垫', spec: '60×90cm', unit: '片', stock: 1200, safety: 200, priceFen: 120 },
  { code: 'HL', name: '成人纸尿裤', spec: 'L码', unit: '片', stock: 800, safety: 300, priceFen: 380, low: true },
  { code: 'HL', name: '一次性手套', spec: 'M码 PVC', unit: '双', stock: 2000, safety: 400, priceFen: 35 },
  { code: 'HL', name: '洗护湿巾', spec: '80抽', unit: '包', stock: 300, safety: 60, priceFen: 890 },
  { code: 'YH', name: '医用纱布', spec: '8×10cm', unit: '包', stock: 260, safety: 50, priceFen: 450 },
  { code: 'YH', name: '碘伏棉签', spec: '30支', unit: '盒', stock: 220, safety: 80, priceFen: 680, low: true },
  { code: 'YH', name: '透气胶带', spec: '1.25cm×9.1m', unit: '卷', stock: 180, safety: 40, priceFen: 320 },
  { code: 'YH', name: '血糖试纸', spec: '50片', unit: '盒', stock: 90, safety: 20, priceFen: 5900 },
  { code: 'YH', name: '采血针', spec: '50支', unit: '盒', stock: 90, safety: 20, priceFen: 1200 },
  { code: 'RY', name: '沐浴露', spec: '500ml', unit: '瓶', stock: 120, safety: 30, priceFen: 2600 },
  { code: 'RY', name: '多用途消毒液', spec: '1L', unit: '瓶', stock: 100, safety: 25, priceFen: 1800 },
  { code: 'RY', name: '理发围布', spec: '一次性', unit: '张', stock: 240, safety: 50, priceFen: 90 },
];

/** By service project; the first is the default. */
export const USED_BY: Record<string, string[]> = {
  助浴: ['沐浴露', '一次性手套', '洗护湿巾', '一次性护理垫'],
  助洁: ['多用途消毒液', '一次性手套'],
  理发: ['理发围布'],
  血压血糖测量: ['血糖试纸', '采血针', '碘伏棉签'],
  换药: ['医用纱布', '碘伏棉签', '透气胶带', '一次性手套'],
};

export const CATEGORIES: Record<string, string> = {
  护理用品: '失能照护的日常耗用品',
  康复辅具: '助行、助浴、坐卧辅助',
  营养食品: '适老营养补充',
  服务套餐: '按次数、有效期使用的服务包',
};

export interface ProductSeed {
  category: string;
  name: string;
  priceFen: number;
  unit: string;
  /** Sold from this material; otherwise its own quantity. */
  material?: string;
  stock?: number;
  packageId?: number;
  description?: string;
  onSale?: false;
}

/** As the editor writes them. */
const MATTRESS =
  '<h3>适用</h3><p>长期卧床、不能自行翻身的老人，<strong>配合每两小时翻身</strong>使用。</p><h3>使用</h3><ol><li><p>铺在床垫上，气嘴朝床尾，四角固定</p></li>' +
  '<li><p>充气约二十分钟，手掌能轻松压下为宜</p></li><li><p>铺一层床单后使用，每班检查一次气压</p></li></ol><blockquote><p>不能代替翻身；皮肤发红三十分钟不退，请告知护士。</p></blockquote>';
const FORMULA =
  '<p>900g，管饲口服两用。</p><ul><li><p><strong>口服</strong>：温水200毫升加4平勺</p></li><li><p><strong>管饲</strong>：按医嘱浓度配制，现配现用</p></li></ul>' +
  '<p>开罐后四周内用完，<u>糖尿病老人请先咨询医生</u>。</p>';
/** Of what is sold as a package. */
export const PACKAGE_OFFER =
  '<p>有效期内按次使用，<strong>收款后自动添加</strong>到下单人的服务包。</p><p>服务时间提前一天预约，临时取消不扣次数。</p>';

export const PRODUCTS: readonly ProductSeed[] = [
  { category: '护理用品', name: '成人纸尿裤（单片）', priceFen: 450, unit: '片', material: '成人纸尿裤' },
  { category: '护理用品', name: '护理垫', priceFen: 180, unit: '片', material: '一次性护理垫' },
  { category: '护理用品', name: '洗护湿巾80抽', priceFen: 1290, unit: '包', material: '洗护湿巾' },
  { category: '护理用品', name: '血糖试纸50片装', priceFen: 7900, unit: '盒', material: '血糖试纸' },
  { category: '康复辅具', name: '四脚拐杖', priceFen: 12_800, unit: '根', stock: 30, description: '铝合金，高度八档可调，防滑脚垫' },
  { category: '康复辅具', name: '折叠轮椅', priceFen: 68_000, unit: '台', stock: 8, description: '轻便可折叠，承重100公斤' },
  { category: '康复辅具', name: '洗澡椅', priceFen: 23_500, unit: '把', stock: 15, description: '铝合金防滑，带靠背扶手' },
  { category: '康复辅具', name: '防褥疮气垫', priceFen: 39_900, unit: '张', stock: 12, description: MATTRESS },
  { category: '康复辅具', name: '助行器', priceFen: 21_800, unit: '台', stock: 10, onSale: false },
  { category: '营养食品', name: '全营养配方粉', priceFen: 26_800, unit: '罐', stock: 40, description: FORMULA },
  { category: '营养食品', name: '蛋白质粉', priceFen: 19_800, unit: '罐', stock: 40 },
  { category: '营养食品', name: '无糖燕麦片', priceFen: 3580, unit: '袋', stock: 90 },
];
