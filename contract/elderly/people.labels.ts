/** What the fields of service recipients are called. */
import type { LabelsOf } from '../labels.ts';
import type { people } from './people.ts';

export const personLabels = {
  userName: '姓名',
  gender: { title: '性别', dictionary: 'gender' },
  birthDate: '出生日期',
  identityNumber: '身份证号',
  mobile: '联系电话',
  address: '家庭住址',
  status: { title: '状态', dictionary: 'oldman_status' },
  serviceType: { title: '服务类型', dictionary: 'service_type' },
  careLevel: { title: '护理等级', dictionary: 'care_level' },
  anergy: { title: '能力', dictionary: 'anergy' },
  flags: '照护提醒',
  departmentId: '所属部门',
  bedId: '房间床位',
  carerId: '护理员',
  contactName: '紧急联系人',
  contactPhone: '联系人电话',
  remarks: '备注',
  age: '年龄',
  place: '房间床位',
  carerName: '护理员',
  lng: '经度',
  lat: '纬度',
  tenantName: '所属机构',
  createTime: '登记时间',
  ageStart: '年龄',
  createStart: '登记时间',
  avatar: '照片',
  regionCode: '所在地区',
} satisfies LabelsOf<typeof people>;
